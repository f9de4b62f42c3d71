/** Compressed blocks: a background thread packs them, and the reader's thread unpacks them. */
@NullMarked
package io.strata.l2.pack;

import org.jspecify.annotations.NullMarked;
