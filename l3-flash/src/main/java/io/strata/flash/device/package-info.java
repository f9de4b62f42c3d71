/** A file on a device, and the ring of regions in it. */
@NullMarked
package io.strata.flash.device;

import org.jspecify.annotations.NullMarked;
