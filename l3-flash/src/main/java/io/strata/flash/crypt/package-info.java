/** Encryption of what lies on a device. */
@NullMarked
package io.strata.flash.crypt;

import org.jspecify.annotations.NullMarked;
