/** The off-heap tier as HBase sees it: a second-level cache whose blocks lie in the slots. */
@NullMarked
package io.strata.readpath.l2;

import org.jspecify.annotations.NullMarked;
