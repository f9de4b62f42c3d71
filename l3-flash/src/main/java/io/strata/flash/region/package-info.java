/** One region, while it is filled, written, read and reused. */
@NullMarked
package io.strata.flash.region;

import org.jspecify.annotations.NullMarked;
