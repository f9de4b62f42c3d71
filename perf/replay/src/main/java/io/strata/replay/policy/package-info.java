/** What keeps some of a trace's blocks, and what could at best. */
@NullMarked
package io.strata.replay.policy;

import org.jspecify.annotations.NullMarked;
