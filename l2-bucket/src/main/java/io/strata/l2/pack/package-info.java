/** Blocks that are kept compressed: packed by a background thread, unpacked when they are read. */
@NullMarked
package io.strata.l2.pack;

import org.jspecify.annotations.NullMarked;
