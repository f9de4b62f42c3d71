/**
 * The off-heap tier: a store of blocks by (file, offset) in buckets of 4 MB, each formatted into slots of
 * one size class. {@link io.strata.l2.BlockStore} is the way in.
 *
 * <p>The packages, each seeing only those before it: {@code layout} (arithmetic), {@code memory},
 * {@code slot} (the protocol of pins), {@code index}, {@code space} (free slots and buckets),
 * {@code evict}, {@code write}, and this one. Beside them is {@code curve}, which sees none: what
 * other sizes of the cache would hit.
 */
@NullMarked
package io.strata.l2;

import org.jspecify.annotations.NullMarked;
