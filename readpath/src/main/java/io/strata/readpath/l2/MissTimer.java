package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/**
 * Measures the cost of misses for the store's compression: the time from a look-up that missed to
 * the insert of the same block by the same thread, and the time of reads from flash. Thread-safe.
 *
 * <p>The clock is read only for misses, and only while compression is on.
 */
final class MissTimer {
  private static final class Miss {
    long offset;
    int fileHash;
    long begin;
  }

  private final BlockStore<CacheableSource> store;
  private final ThreadLocal<Miss> last = ThreadLocal.withInitial(Miss::new);

  MissTimer(BlockStore<CacheableSource> store) {
    this.store = store;
  }

  /** Called when a look-up of this thread misses. */
  void missed(BlockCacheKey key) {
    if (store.packing().isOn()) {
      Miss miss = last.get();
      miss.offset = key.getOffset();
      miss.fileHash = key.getHfileName().hashCode();
      miss.begin = System.nanoTime();
    }
  }

  /** Called when this thread inserts a block. */
  void inserted(BlockCacheKey key, int bytes) {
    if (store.packing().isOn()) {
      Miss miss = last.get();
      if (miss.begin != 0
          && miss.offset == key.getOffset()
          && miss.fileHash == key.getHfileName().hashCode()) {
        store.packing().noteMiss(System.nanoTime() - miss.begin, bytes);
      }
      miss.begin = 0;
    }
  }

  /** Returns the begin of a read from flash, for {@link #readFromDisk}. */
  long now() {
    return store.packing().isOn() ? System.nanoTime() : 0;
  }

  /**
   * Called when a read from flash has found a block.
   *
   * @param begin value of {@link #now} before the read
   */
  void readFromDisk(long begin, int bytes) {
    if (begin != 0) {
      store.packing().noteMiss(System.nanoTime() - begin, bytes);
    }
  }
}
