package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.write.InFlightBlock;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
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
  private final Demotions demotions;
  private final LongAdder promoted = new LongAdder();

  /**
   * @param demotions finds what is in the tier on disks
   */
  BlockReads(BlockStore<CacheableSource> store, BlockCodec codec, Demotions demotions) {
    this.store = store;
    this.codec = codec;
    this.demotions = demotions;
  }

  /**
   * Finds a block, and what is on disks only when it is nowhere in memory.
   *
   * @param caching whether the read would have its block cached: one that would not, such as a
   *     compaction's or that of a scan which is not to be cached, says nothing of what will be read
   *     again
   * @return the block, which the caller must release; null when there is none
   */
  @Nullable Cacheable find(BlockCacheKey key, boolean caching) {
    String file = key.getHfileName();
    long offset = key.getOffset();
    Cacheable block = findInMemory(file, offset, caching);
    if (block != null) {
      return block;
    }
    String whole = HalfFile.wholeOf(file);
    block = whole == null ? null : findInMemory(whole, offset, caching);
    if (block != null || !demotions.isOpen()) {
      return block;
    }
    block = findOnDisks(file, offset, caching);
    return block == null && whole != null ? findOnDisks(whole, offset, caching) : block;
  }

  // ---- in memory

  /** The block of just this key, which the caller must release; null when it is not in memory. */
  @Nullable Cacheable findInMemory(BlockCacheKey key) {
    return findInMemory(key.getHfileName(), key.getOffset(), false);
  }

  private @Nullable Cacheable findInMemory(String file, long offset, boolean caching) {
    int handle = pin(file, offset, caching);
    if (handle == BlockStore.NONE) {
      InFlightBlock<CacheableSource> inFlight = store.retainInFlight(file, offset);
      if (inFlight != null) {
        try {
          return inFlight.source().block().retain();
        } finally {
          inFlight.release();
        }
      }
      handle = pin(file, offset, caching);
    }
    return handle == BlockStore.NONE ? null : decode(file, offset, handle);
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
        || ofFileOrWhole(key, file -> demotions.contains(file, key.getOffset()) ? 1 : 0) > 0;
  }

  /** The bytes that a cached block has in its file, with its header; 0 when not known. */
  int onDiskSize(BlockCacheKey key) {
    int size = ofFileOrWhole(key, file -> onDiskSize(file, key.getOffset()));
    return size > 0
        ? size
        : ofFileOrWhole(key, file -> demotions.onDiskSize(file, key.getOffset()));
  }

  private static int ofFileOrWhole(BlockCacheKey key, ToIntFunction<String> answer) {
    int found = answer.applyAsInt(key.getHfileName());
    String whole = found > 0 ? null : HalfFile.wholeOf(key.getHfileName());
    return whole == null ? found : answer.applyAsInt(whole);
  }

  private int onDiskSize(String file, long offset) {
    int handle = store.pinQuietly(file, offset);
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
    int handle = store.pinQuietly(key.getHfileName(), key.getOffset());
    if (handle == BlockStore.NONE) {
      return 0;
    }
    int others = store.pins(handle) - 1;
    store.unpin(handle);
    return others;
  }

  // ---- on disks

  /** Index and bloom blocks do not come back here: they go to the first level instead. */
  private @Nullable Cacheable findOnDisks(String file, long offset, boolean caching) {
    BlockFromFlash block =
        demotions.find(
            file,
            offset,
            caching,
            follower -> {
              if (!store.contains(file, follower.getOffset())) {
                promote(file, follower);
              }
              follower.release();
            });
    if (block != null && caching && block.wasReadBefore()) {
      promote(file, block);
    }
    return block;
  }

  private void promote(String file, BlockFromFlash block) {
    if (block.getBlockType().isData()) {
      promoted.increment();
      long offset = block.getOffset();
      store.offer(file, offset, codec.encode(block, offset, block.inMemory()));
    }
  }

  /** Blocks that came back to memory from the tier on disks, without a read that missed them. */
  long promoted() {
    return promoted.sum();
  }
}
