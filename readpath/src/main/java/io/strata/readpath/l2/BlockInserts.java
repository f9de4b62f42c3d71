package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.readpath.repeat.RepeatedInsert;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;

/**
 * Inserts blocks into the off-heap level, and into the tier on disks where they belong there at
 * once. Thread-safe. A block that is inserted stays its caller's.
 *
 * <p>A block that is cached already is inserted again by a prefetch, by two readers that missed it
 * together, and by a read for which the tier on disks had no buffer. It is the same block, since
 * HBase never writes to a file again; so it stays where it is cached.
 */
final class BlockInserts {
  private final BlockStore<CacheableSource> store;
  private final BlockCodec codec;
  private final BlockReads reads;
  private final Disks disks;
  private final FileRegistry registry;
  private final OffHeapStats stats;
  private final MissTimer misses;

  /** Those of which blocks are taken; null for all. */
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
   * Inserts a block that was read or written; says whether it was offered to the store, which it is
   * not when the same one is in memory.
   *
   * <p>One that is on disks, and takes as many bytes in its file, is the same and stays there: the
   * read that missed it found no buffer. Another one is evicted.
   *
   * @param unread whether it was prefetched or written: when it is on disks it stays there alone,
   *     as no read asked for it
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
      if (bytesOnDisks == Attributes.onDiskSize(source.attributes())) {
        stats.keptOnDisk();
      } else {
        below.evict(file, offset);
      }
    }
    offer(below, file, offset, source);
    return true;
  }

  /** Ends the use of the cached block. */
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
   * Writes a block that the first level has to the disks, where a restart finds it again: parts of
   * an index and of bloom filters lie among the data of a file, and a prefetch skips what is cached
   * up to the first block that is not.
   */
  void writeToDisks(BlockCacheKey key, Cacheable block, boolean inMemory) {
    String file = key.getHfileName();
    DiskLevel below = disks.level();
    if (!below.isWarm()
        || CachedFile.isBehindBlocks(block.getBlockType())
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

  /** Leaves blocks of other files out from now on. */
  void takePlainFilesOnly(PlainFiles files) {
    plainOnly = files;
  }
}
