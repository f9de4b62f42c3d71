/** The on-device layout of regions and blocks, and the packing of addresses. Stateless. */
@NullMarked
package io.strata.flash.layout;

import org.jspecify.annotations.NullMarked;
