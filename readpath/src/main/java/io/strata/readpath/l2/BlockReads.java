package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.write.InFlightBlock;
import io.strata.readpath.count.Lookup;
import io.strata.trace.Outcome;
import java.io.IOException;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks blocks up in the off-heap level: in slots, in flight to them, and in the flash tier.
 * Thread-safe.
 *
 * <p>A block becomes visible in its slot before it is removed from the blocks in flight. A reader
 * that finds it in neither looks into the slots once more, since the block may have moved between
 * the two look-ups.
 *
 * <p>A half-file reference also finds blocks under the name of the whole file.
 */
final class BlockReads {
  private static final Logger LOG = LoggerFactory.getLogger(BlockReads.class);

  private final BlockStore<CacheableSource> store;
  private final BlockCodec codec;
  private final Disks disks;
  private final OffHeapStats stats;
  private final ExpectedHits expected;
  private final MissTimer misses;

  BlockReads(
      BlockStore<CacheableSource> store,
      BlockCodec codec,
      Disks disks,
      OffHeapStats stats,
      ExpectedHits expected,
      MissTimer misses) {
    this.store = store;
    this.codec = codec;
    this.disks = disks;
    this.stats = stats;
    this.expected = expected;
    this.misses = misses;
  }

  /**
   * Looks a block up: in memory first, then on flash.
   *
   * @param caching whether the read caches its block. A read that does not, such as that of a
   *     compaction or of a scan without caching, does not predict further reads.
   * @param counts whether to count a hit
   * @return the block, which the caller must release; null if it is not cached
   */
  @Nullable Cacheable find(BlockCacheKey key, boolean caching, boolean counts, Lookup lookup) {
    String file = key.getHfileName();
    long offset = key.getOffset();
    Cacheable block = findInMemory(file, offset, caching, lookup);
    String whole = block == null ? HalfFileReference.wholeOf(file) : null;
    if (whole != null) {
      block = findInMemory(whole, offset, caching, lookup);
    }
    if (block == null) {
      return findOnDisks(key, whole, caching, counts, lookup);
    }
    if (counts) {
      stats.hit(caching, key.isPrimary(), key.getBlockType());
      expected.read(key, block);
    }
    return block;
  }

  // ---- in memory

  /**
   * Looks a block up in memory, under this key only.
   *
   * @return the block, which the caller must release; null if it is not in memory
   */
  @Nullable Cacheable findInMemory(BlockCacheKey key) {
    return findInMemory(key.getHfileName(), key.getOffset(), false, Lookup.UNTRACED);
  }

  private @Nullable Cacheable findInMemory(
      String file, long offset, boolean caching, Lookup lookup) {
    int handle = pin(file, offset, caching);
    if (handle == BlockStore.NONE) {
      InFlightBlock<CacheableSource> inFlight = store.retainInFlight(file, offset);
      if (inFlight != null) {
        lookup.found(Outcome.IN_FLIGHT);
        try {
          return inFlight.source().block().retain();
        } finally {
          inFlight.release();
        }
      }
      handle = pin(file, offset, caching);
    }
    if (handle == BlockStore.NONE) {
      return null;
    }
    Cacheable block = decode(file, offset, handle);
    if (block != null) {
      lookup.found(Outcome.OFF_HEAP);
    }
    return block;
  }

  private int pin(String file, long offset, boolean caching) {
    return caching ? store.pin(file, offset) : store.pinQuietly(file, offset);
  }

  private @Nullable Cacheable decode(String file, long offset, int handle) {
    try {
      return codec.decode(store, handle, offset);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Block {}_{} cannot be read from the cache and is evicted", file, offset, e);
      store.evict(file, offset);
      store.unpin(handle);
      return null;
    }
  }

  /** Returns whether a block is in memory, or in flight to it. */
  boolean isInMemory(BlockCacheKey key) {
    return ofFileOrWhole(key, file -> store.contains(file, key.getOffset()) ? 1 : 0) > 0;
  }

  /** Returns whether a block is in memory, in flight to it, or on flash. */
  boolean isCached(BlockCacheKey key) {
    return isInMemory(key)
        || ofFileOrWhole(key, file -> disks.level().contains(file, key.getOffset()) ? 1 : 0) > 0;
  }

  /** Returns a cached block's on-disk size with header; 0 if unknown. */
  int onDiskSize(BlockCacheKey key) {
    int size = ofFileOrWhole(key, file -> onDiskSize(file, key.getOffset()));
    return size > 0
        ? size
        : Math.max(0, ofFileOrWhole(key, file -> disks.level().bytesInFile(file, key.getOffset())));
  }

  private static int ofFileOrWhole(BlockCacheKey key, ToIntFunction<String> answer) {
    int found = answer.applyAsInt(key.getHfileName());
    String whole = found > 0 ? null : HalfFileReference.wholeOf(key.getHfileName());
    return whole == null ? found : answer.applyAsInt(whole);
  }

  private int onDiskSize(String file, long offset) {
    int handle = store.pinDescription(file, offset);
    if (handle != BlockStore.NONE) {
      int size = BlockAttributes.onDiskSize(store.attributes(handle));
      store.unpin(handle);
      return size;
    }
    InFlightBlock<CacheableSource> inFlight = store.retainInFlight(file, offset);
    if (inFlight == null) {
      return 0;
    }
    int size = BlockAttributes.onDiskSize(inFlight.source().attributes());
    inFlight.release();
    return size;
  }

  /** Returns the number of callers that hold a block in its slot. */
  int pins(BlockCacheKey key) {
    int handle = store.pinDescription(key.getHfileName(), key.getOffset());
    if (handle == BlockStore.NONE) {
      return 0;
    }
    int others = store.pins(handle) - 1;
    store.unpin(handle);
    return others;
  }

  // ---- on flash

  private @Nullable Cacheable findOnDisks(
      BlockCacheKey key, @Nullable String whole, boolean caching, boolean counts, Lookup lookup) {
    Cacheable block = findOnDisks(key.getHfileName(), key.getOffset(), caching);
    if (block == null && whole != null) {
      block = findOnDisks(whole, key.getOffset(), caching);
    }
    if (block != null) {
      lookup.found(Outcome.ON_FLASH);
      if (counts) {
        stats.hitOnFlash(caching, key.isPrimary(), key.getBlockType());
        expected.read(key, block);
      }
    }
    return block;
  }

  /** Reads a block from flash. Only data blocks are promoted; others go to the first level. */
  private @Nullable Cacheable findOnDisks(String file, long offset, boolean caching) {
    long begin = misses.now();
    BlockFromFlash block =
        disks
            .level()
            .find(
                file,
                offset,
                caching,
                follower -> {
                  if (!store.contains(file, follower.offset())) {
                    promote(file, follower);
                  }
                  follower.release();
                });
    if (block != null) {
      misses.readFromDisk(begin, block.getSerializedLength());
      if (caching && block.wasReadBefore()) {
        promote(file, block);
      }
    }
    return block;
  }

  private void promote(String file, BlockFromFlash block) {
    if (block.getBlockType().isData()) {
      stats.promotion();
      long offset = block.offset();
      store.insert(file, offset, codec.encode(block, offset, block.inMemory()));
    }
  }
}
