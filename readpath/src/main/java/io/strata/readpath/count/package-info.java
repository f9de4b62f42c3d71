/** Counters for each kind of block. */
@NullMarked
package io.strata.readpath.count;

import org.jspecify.annotations.NullMarked;
