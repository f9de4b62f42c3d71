package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.readpath.repeat.RepeatedInsert;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;

/**
 * Inserts blocks into the off-heap level, and into the flash tier if they are written through.
 * Thread-safe. The caller keeps its reference to an inserted block.
 *
 * <p>A cached block is inserted again by a prefetch, by two readers that both missed it, and by a
 * read for which the flash tier had no buffer. It is the same block, since HBase never modifies a
 * file; so the cached block stays.
 */
final class BlockInserts {
  private final BlockStore<CacheableSource> store;
  private final BlockCodec codec;
  private final BlockReads reads;
  private final Disks disks;
  private final FileRegistry registry;
  private final OffHeapStats stats;
  private final MissTimer misses;

  /** The files whose blocks are inserted; null for all. */
  private volatile @Nullable PlainFiles plainOnly;

  BlockInserts(
      BlockStore<CacheableSource> store,
      BlockCodec codec,
      BlockReads reads,
      Disks disks,
      FileRegistry registry,
      OffHeapStats stats,
      MissTimer misses) {
    this.store = store;
    this.codec = codec;
    this.reads = reads;
    this.disks = disks;
    this.registry = registry;
    this.stats = stats;
    this.misses = misses;
  }

  /**
   * Inserts a block that was read or written.
   *
   * <p>A block on flash of the same size in its file is the same block and stays there: the read
   * that missed it found no buffer. One of another size is evicted.
   *
   * @param unread whether it was prefetched or written: if it is on flash, it is not inserted into
   *     memory, since no read asked for it
   * @return whether the block was passed to the store; false if the same block is in memory
   */
  boolean insert(BlockCacheKey key, Cacheable block, boolean inMemory, boolean unread) {
    String file = key.getHfileName();
    long offset = key.getOffset();
    DiskLevel below = disks.level();
    int bytesOnDisks = below.bytesInFile(file, offset);
    if (unread && bytesOnDisks != DiskLevel.ABSENT) {
      return false;
    }
    Cacheable cached = reads.findInMemory(key);
    if (cached != null) {
      RepeatedInsert outcome = compare(key, cached, block);
      if (outcome == RepeatedInsert.KEEP) {
        return false;
      }
      store.evict(file, offset);
      if (outcome == RepeatedInsert.CONTENTS_DIFFER) {
        below.evict(file, offset);
      }
    }
    CacheableSource source = encode(key, block, inMemory);
    misses.inserted(key, source.length());
    if (cached == null && bytesOnDisks != DiskLevel.ABSENT) {
      if (bytesOnDisks == BlockAttributes.onDiskSize(source.attributes())) {
        stats.keptOnDisk();
      } else {
        below.evict(file, offset);
      }
    }
    offer(below, file, offset, source);
    return true;
  }

  /** Compares two blocks and releases the cached one. */
  private static RepeatedInsert compare(BlockCacheKey key, Cacheable cached, Cacheable block) {
    try {
      return RepeatedInsert.of(key, cached, block);
    } finally {
      cached.release();
    }
  }

  /** Inserts a block that the first level evicted, unless it is in memory. */
  void insertVictim(BlockCacheKey key, Cacheable block, boolean inMemory) {
    if (!store.contains(key.getHfileName(), key.getOffset())) {
      stats.victim();
      String file = key.getHfileName();
      offer(disks.level(), file, key.getOffset(), encode(key, block, inMemory));
    }
  }

  /**
   * Writes a block of the first level to flash, so that a restart recovers it. Leaf index and bloom
   * blocks lie between the data blocks of a file, and a prefetch skips cached blocks only up to the
   * first one that is not cached.
   */
  void writeToDisks(BlockCacheKey key, Cacheable block, boolean inMemory) {
    String file = key.getHfileName();
    DiskLevel below = disks.level();
    if (!below.isWarm()
        || CachedFile.isNotPrefetched(block.getBlockType())
        || below.contains(file, key.getOffset())) {
      return;
    }
    CacheableSource source = encode(key, block, inMemory);
    try {
      below.writeThrough(file, key.getOffset(), source);
    } finally {
      source.release();
    }
  }

  private CacheableSource encode(BlockCacheKey key, Cacheable block, boolean inMemory) {
    registry.noteRegion(key);
    return codec.encode(block, key.getOffset(), inMemory);
  }

  private void offer(DiskLevel below, String file, long offset, CacheableSource source) {
    below.passThrough(file, offset, source);
    PlainFiles only = plainOnly;
    if (only != null && !only.contains(file)) {
      source.release();
      return;
    }
    store.insert(file, offset, source);
    registry.keepRegion(file);
  }

  /** Rejects blocks of other files from now on. */
  void takePlainFilesOnly(PlainFiles files) {
    plainOnly = files;
  }
}
