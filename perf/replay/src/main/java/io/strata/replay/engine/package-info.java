/** The engine that is shipped, as a policy. */
@NullMarked
package io.strata.replay.engine;

import org.jspecify.annotations.NullMarked;
