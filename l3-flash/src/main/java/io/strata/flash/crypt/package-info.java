/** Encryption of blocks on a device. */
@NullMarked
package io.strata.flash.crypt;

import org.jspecify.annotations.NullMarked;
