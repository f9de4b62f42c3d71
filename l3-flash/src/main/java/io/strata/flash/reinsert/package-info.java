/** Reinsertion of blocks that were read, before their region is overwritten. */
@NullMarked
package io.strata.flash.reinsert;

import org.jspecify.annotations.NullMarked;
