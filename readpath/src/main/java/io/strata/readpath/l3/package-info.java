/** The flash tier: opens it from the settings, and reads blocks into reference-counted buffers. */
@NullMarked
package io.strata.readpath.l3;

import org.jspecify.annotations.NullMarked;
