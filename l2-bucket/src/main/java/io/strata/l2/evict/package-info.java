/** Allocation and eviction: which blocks are evicted when no slot is free, and how. */
@NullMarked
package io.strata.l2.evict;

import org.jspecify.annotations.NullMarked;
