/** One buffer of the chained layout: its words, its bytes and its free runs. */
@NullMarked
package io.strata.l2.stream.buffer;

import org.jspecify.annotations.NullMarked;
