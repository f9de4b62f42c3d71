package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/**
 * Tells the store how long misses take: from a look-up that found nothing to the insert of the same
 * block by the same thread, and a read of the tier on disks. Thread-safe.
 *
 * <p>A clock is read for a miss alone, and only while the store compresses blocks, for which it
 * wants to know.
 */
final class MissTimer {
  private static final class Miss {
    long offset;
    int fileHash;
    long begun;
  }

  private final BlockStore<CacheableSource> store;
  private final ThreadLocal<Miss> last = ThreadLocal.withInitial(Miss::new);

  MissTimer(BlockStore<CacheableSource> store) {
    this.store = store;
  }

  /** A look-up of this thread found nothing. */
  void missed(BlockCacheKey key) {
    if (store.packing().isOn()) {
      Miss miss = last.get();
      miss.offset = key.getOffset();
      miss.fileHash = key.getHfileName().hashCode();
      miss.begun = System.nanoTime();
    }
  }

  /** This thread inserts a block of so many bytes. */
  void inserted(BlockCacheKey key, int bytes) {
    if (store.packing().isOn()) {
      Miss miss = last.get();
      if (miss.begun != 0
          && miss.offset == key.getOffset()
          && miss.fileHash == key.getHfileName().hashCode()) {
        store.packing().noteMiss(System.nanoTime() - miss.begun, bytes);
      }
      miss.begun = 0;
    }
  }

  /** Returns when a read of the disks begins, for {@link #readFromDisk}. */
  long now() {
    return store.packing().isOn() ? System.nanoTime() : 0;
  }

  /**
   * A read of the disks found a block of so many bytes.
   *
   * @param begun what {@link #now} returned before
   */
  void readFromDisk(long begun, int bytes) {
    if (begun != 0) {
      store.packing().noteMiss(System.nanoTime() - begun, bytes);
    }
  }
}
