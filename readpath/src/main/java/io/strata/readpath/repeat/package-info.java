/** Decides what to do with a repeated insert, of a key that is cached already. */
@NullMarked
package io.strata.readpath.repeat;

import org.jspecify.annotations.NullMarked;
