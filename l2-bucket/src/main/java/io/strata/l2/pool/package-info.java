/** Which slots are free, and which buckets belong to which size class. */
@NullMarked
package io.strata.l2.pool;

import org.jspecify.annotations.NullMarked;
