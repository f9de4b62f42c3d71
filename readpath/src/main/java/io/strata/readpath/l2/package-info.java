/** The off-heap tier as HBase's second-level cache, with the flash tier below it. */
@NullMarked
package io.strata.readpath.l2;

import org.jspecify.annotations.NullMarked;
