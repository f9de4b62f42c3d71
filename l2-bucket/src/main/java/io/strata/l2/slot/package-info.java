/** Slots and the protocol of their pins. */
@NullMarked
package io.strata.l2.slot;

import org.jspecify.annotations.NullMarked;
