/** How much may be written to the devices, whose flash wears with each byte. */
@NullMarked
package io.strata.flash.admit;

import org.jspecify.annotations.NullMarked;
