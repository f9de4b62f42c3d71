/** Which block lies where. */
@NullMarked
package io.strata.flash.index;

import org.jspecify.annotations.NullMarked;
