/** A region and its states: filled, written, read, retired. */
@NullMarked
package io.strata.flash.region;

import org.jspecify.annotations.NullMarked;
