/**
 * The on-heap tier: a map of ready-made values on Caffeine, bounded by the sum of their weights.
 * {@link io.strata.l1.OnHeapTier} is the entry point. Independent of HBase.
 */
@NullMarked
package io.strata.l1;

import org.jspecify.annotations.NullMarked;
