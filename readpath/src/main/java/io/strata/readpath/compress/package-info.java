/** The compression algorithms of the off-heap tier. */
@NullMarked
package io.strata.readpath.compress;

import org.jspecify.annotations.NullMarked;
