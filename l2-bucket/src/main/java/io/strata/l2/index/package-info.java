/** The index: from a key to a slot, and from a file to its slots. */
@NullMarked
package io.strata.l2.index;

import org.jspecify.annotations.NullMarked;
