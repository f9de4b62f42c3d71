/** How a block's bytes are compressed, whichever library does it. */
@NullMarked
package io.strata.l2.compress;

import org.jspecify.annotations.NullMarked;
