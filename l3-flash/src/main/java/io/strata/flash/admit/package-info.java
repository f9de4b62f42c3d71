/** The write-rate limit of the devices, which bounds the wear of their flash. */
@NullMarked
package io.strata.flash.admit;

import org.jspecify.annotations.NullMarked;
