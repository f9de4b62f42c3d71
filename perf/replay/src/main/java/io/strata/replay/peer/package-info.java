/** The policies of Caffeine's simulator, in its own code. */
@NullMarked
package io.strata.replay.peer;

import org.jspecify.annotations.NullMarked;
