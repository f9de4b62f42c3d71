/** How slots are had when none is free: which blocks go, and how they go. */
@NullMarked
package io.strata.l2.evict;

import org.jspecify.annotations.NullMarked;
