/** The file on a device: direct I/O, locking and preallocation. */
@NullMarked
package io.strata.flash.device;

import org.jspecify.annotations.NullMarked;
