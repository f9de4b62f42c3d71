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
 * Finds a block wherever the off-heap level has it: in its slot, on its way there, or in the tier
 * on disks. Thread-safe.
 *
 * <p>A block is added to the slots before it leaves the queue of those on their way. So a reader
 * that finds it in neither looks into the slots once more: it may have gone from the one to the
 * other between the two looks.
 *
 * <p>A half of a split file has the blocks of the whole file too, under the whole file's name.
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
   * Finds a block, and what is on disks only when it is nowhere in memory.
   *
   * @param caching whether the read would have its block cached: one that would not, such as a
   *     compaction's or that of a scan which is not to be cached, says nothing of what will be read
   *     again
   * @param counts whether a hit counts
   * @return the block, which the caller must release; null when there is none
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

  /** The block of just this key, which the caller must release; null when it is not in memory. */
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

  /** Whether a block is in memory, or on its way there. */
  boolean isInMemory(BlockCacheKey key) {
    return ofFileOrWhole(key, file -> store.contains(file, key.getOffset()) ? 1 : 0) > 0;
  }

  /** Whether a block is in memory, on its way there, or on disks. */
  boolean isCached(BlockCacheKey key) {
    return isInMemory(key)
        || ofFileOrWhole(key, file -> disks.level().contains(file, key.getOffset()) ? 1 : 0) > 0;
  }

  /** The bytes that a cached block has in its file, with its header; 0 when not known. */
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
      int size = Attributes.onDiskSize(store.attributes(handle));
      store.unpin(handle);
      return size;
    }
    InFlightBlock<CacheableSource> inFlight = store.retainInFlight(file, offset);
    if (inFlight == null) {
      return 0;
    }
    int size = Attributes.onDiskSize(inFlight.source().attributes());
    inFlight.release();
    return size;
  }

  /** How many callers have a block in its slot, and have not released it yet. */
  int pins(BlockCacheKey key) {
    int handle = store.pinDescription(key.getHfileName(), key.getOffset());
    if (handle == BlockStore.NONE) {
      return 0;
    }
    int others = store.pins(handle) - 1;
    store.unpin(handle);
    return others;
  }

  // ---- on disks

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

  /** Index and bloom blocks do not come back here: they go to the first level instead. */
  private @Nullable Cacheable findOnDisks(String file, long offset, boolean caching) {
    long begun = misses.now();
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
      misses.readFromDisk(begun, block.getSerializedLength());
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
      store.offer(file, offset, codec.encode(block, offset, block.inMemory()));
    }
  }
}
