/**
 * The on-heap tier: a map of ready-made values, bounded by the sum of their weights, on Caffeine.
 *
 * <p>{@link io.strata.l1.OnHeapTier} is the whole of it. It knows nothing of HBase.
 */
@NullMarked
package io.strata.l1;

import org.jspecify.annotations.NullMarked;
