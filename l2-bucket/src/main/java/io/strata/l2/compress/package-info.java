/** The compression of blocks, independent of the library that does it. */
@NullMarked
package io.strata.l2.compress;

import org.jspecify.annotations.NullMarked;
