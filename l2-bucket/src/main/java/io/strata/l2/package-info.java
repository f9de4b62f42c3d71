/**
 * The off-heap tier: a store of blocks by (file, offset). Its memory consists of buckets of 2 MB,
 * each formatted into slots of one size class. {@link io.strata.l2.BlockStore} is the entry point.
 *
 * <p>The packages are layers, and each depends only on those before it: {@code layout}
 * (arithmetic), {@code memory} (where buckets come from), {@code slot} (the pin protocol), {@code
 * index}, {@code pool} (free slots and buckets), {@code evict}, {@code attach} and {@code pack},
 * {@code write}, and this one. {@code curve} depends on none of them: it estimates the hit ratio of
 * other cache sizes.
 */
@NullMarked
package io.strata.l2;

import org.jspecify.annotations.NullMarked;
