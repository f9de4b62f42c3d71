/** Attaches the blocks of memory that outlived the last process, while the store is in use. */
@NullMarked
package io.strata.l2.attach;

import org.jspecify.annotations.NullMarked;
