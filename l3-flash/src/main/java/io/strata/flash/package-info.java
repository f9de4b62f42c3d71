/** Blocks on one or more devices, written in large sequential pieces, in a ring. */
@NullMarked
package io.strata.flash;

import org.jspecify.annotations.NullMarked;
