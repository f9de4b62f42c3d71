/** Snapshots of the index, and recovery from them and from the regions after a restart. */
@NullMarked
package io.strata.flash.restart;

import org.jspecify.annotations.NullMarked;
