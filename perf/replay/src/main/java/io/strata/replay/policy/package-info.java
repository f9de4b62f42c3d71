/** Eviction policies and optimal bounds. */
@NullMarked
package io.strata.replay.policy;

import org.jspecify.annotations.NullMarked;
