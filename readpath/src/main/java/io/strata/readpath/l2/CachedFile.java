package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/**
 * The cached blocks of a file, in memory or on flash, at about one time.
 *
 * @param blocks number of blocks of the types that a prefetch reads
 * @param bytes on-disk bytes of the blocks
 */
record CachedFile(int blocks, long bytes) {
  /**
   * Returns all files with cached blocks, by name. Scans all blocks in memory, at some dozens of
   * nanoseconds per block. A block in both tiers counts once.
   */
  static Map<String, CachedFile> all(BlockStore<?> store, DiskLevel below) {
    Map<String, CachedFile> all = new HashMap<>();
    for (int bucket = 0; bucket < store.inspection().buckets(); bucket++) {
      store
          .inspection()
          .forEachIn(
              bucket,
              (file, offset, length, attributes, stamp, inMemory, pins) -> {
                if (!below.contains(file, offset)) {
                  all.merge(file, of(attributes, length), CachedFile::plus);
                }
              });
    }
    below.files().forEach((file, there) -> all.merge(file, there, CachedFile::plus));
    return all;
  }

  /** Counts the blocks of a file with offsets in a range that are both in memory and on flash. */
  static int countInBoth(BlockStore<?> store, DiskLevel below, String file, long from, long to) {
    LongAdder both = new LongAdder();
    store
        .inspection()
        .forEachOf(
            file,
            (name, offset, length, attributes, stamp, inMemory, pins) -> {
              if (offset >= from && offset <= to && below.contains(file, offset)) {
                both.increment();
              }
            });
    return both.intValue();
  }

  private static CachedFile of(long attributes, int length) {
    int onDisk = BlockAttributes.onDiskSize(attributes);
    int blocks = isNotPrefetched(BlockAttributes.type(attributes)) ? 0 : 1;
    return new CachedFile(blocks, onDisk > 0 ? onDisk : length);
  }

  /**
   * Returns whether blocks of a type lie behind those that a prefetch reads: the root of an index
   * is read when its file is opened, and is cached only if HBase caches it on write.
   */
  static boolean isNotPrefetched(@Nullable BlockType type) {
    return type == BlockType.ROOT_INDEX;
  }

  private CachedFile plus(CachedFile other) {
    return new CachedFile(blocks + other.blocks, bytes + other.bytes);
  }
}
