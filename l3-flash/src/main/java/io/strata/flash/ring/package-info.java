/** Regions that follow each other round a device, and the thread that writes them. */
@NullMarked
package io.strata.flash.ring;

import org.jspecify.annotations.NullMarked;
