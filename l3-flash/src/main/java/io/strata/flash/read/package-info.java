/** Finds and reads blocks. */
@NullMarked
package io.strata.flash.read;

import org.jspecify.annotations.NullMarked;
