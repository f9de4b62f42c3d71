/** The first level as HBase sees it: {@link io.strata.l1.OnHeapTier} behind HBase's interface. */
@NullMarked
package io.strata.readpath.l1;

import org.jspecify.annotations.NullMarked;
