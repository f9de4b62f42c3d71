/** The ring of regions on a device, and the thread that writes it. */
@NullMarked
package io.strata.flash.ring;

import org.jspecify.annotations.NullMarked;
