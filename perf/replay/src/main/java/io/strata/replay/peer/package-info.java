/** What others keep: the policies of Caffeine's simulator, by its own code. */
@NullMarked
package io.strata.replay.peer;

import org.jspecify.annotations.NullMarked;
