/** Blocks on their way into slots, and the threads that take them there. */
@NullMarked
package io.strata.l2.write;

import org.jspecify.annotations.NullMarked;
