/** Counters of what becomes of blocks, each kind by itself. */
@NullMarked
package io.strata.l2.count;

import org.jspecify.annotations.NullMarked;
