/** Memory management: buckets, their size classes, and free slots. */
@NullMarked
package io.strata.l2.pool;

import org.jspecify.annotations.NullMarked;
