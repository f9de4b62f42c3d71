/** Takes over the blocks of memory that outlived a process, while the store is used. */
@NullMarked
package io.strata.l2.attach;

import org.jspecify.annotations.NullMarked;
