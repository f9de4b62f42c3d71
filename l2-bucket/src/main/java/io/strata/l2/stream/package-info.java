/**
 * A cache of appendable entries: chains of equal blocks, in buffers of the same memory as the block
 * store's buckets.
 */
@NullMarked
package io.strata.l2.stream;

import org.jspecify.annotations.NullMarked;
