package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/**
 * What is cached of a file, in memory or on disks, at about one moment.
 *
 * @param blocks of the types that a prefetch goes through
 * @param bytes that the blocks have in the file
 */
record CachedFile(int blocks, long bytes) {
  /**
   * All files of which anything is cached, by name. Looks at each block in memory, for some dozens
   * of nanoseconds: one that is on disks too counts there.
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

  /** Blocks of a file that begin in a range, and are in memory as well as on disks. */
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
    int blocks = isBehindBlocks(BlockAttributes.type(attributes)) ? 0 : 1;
    return new CachedFile(blocks, onDisk > 0 ? onDisk : length);
  }

  /**
   * Whether blocks of a type lie behind those that a prefetch goes through: the root of an index is
   * read when its file is opened, and is cached only where HBase caches it on write.
   */
  static boolean isBehindBlocks(@Nullable BlockType type) {
    return type == BlockType.ROOT_INDEX;
  }

  private CachedFile plus(CachedFile other) {
    return new CachedFile(blocks + other.blocks, bytes + other.bytes);
  }
}
