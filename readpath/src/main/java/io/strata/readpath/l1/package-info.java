/** The on-heap tier: {@link io.strata.l1.OnHeapTier} as HBase's first-level block cache. */
@NullMarked
package io.strata.readpath.l1;

import org.jspecify.annotations.NullMarked;
