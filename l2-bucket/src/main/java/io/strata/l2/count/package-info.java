/** Counters of blocks by kind. */
@NullMarked
package io.strata.l2.count;

import org.jspecify.annotations.NullMarked;
