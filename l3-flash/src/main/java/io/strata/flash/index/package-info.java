/** The index: from file and offset to the address of a block. */
@NullMarked
package io.strata.flash.index;

import org.jspecify.annotations.NullMarked;
