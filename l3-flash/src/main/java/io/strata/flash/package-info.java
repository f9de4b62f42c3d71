/** A block cache on flash devices, each written as a ring of large sequential regions. */
@NullMarked
package io.strata.flash;

import org.jspecify.annotations.NullMarked;
