/** The write path: blocks in flight, and the threads that copy them into slots. */
@NullMarked
package io.strata.l2.write;

import org.jspecify.annotations.NullMarked;
