/** Blocks on their way back. */
@NullMarked
package io.strata.flash.read;

import org.jspecify.annotations.NullMarked;
