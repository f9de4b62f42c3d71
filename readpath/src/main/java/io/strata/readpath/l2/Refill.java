package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.readpath.l3.HeatList;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a start, brings the blocks back to memory that a {@link Drain} has listed, hottest first,
 * as long as memory has free room. One thread reads one block at a time, and rests for as long as
 * it read: it takes at most half of what a request thread may take of processor and disks. Neither
 * the policy nor the disks count it as a read. Thread-safe.
 *
 * <p>A file may be evicted while one of its blocks is on its way. Who evicts it first says so here,
 * and then evicts it from memory; the thread inserts a block, and then looks whether that was said.
 * So one of the two takes the block away.
 */
final class Refill {
  private static final Logger LOG = LoggerFactory.getLogger(Refill.class);

  private static final String THREAD = "strata-refill";
  private static final int BATCH_BYTES = 1 << 20;
  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LOOK_MILLIS = 50;
  private static final long STOP_MILLIS = 1_000;
  private static final double NANOS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final BlockStore<CacheableSource> store;
  private final BlockCodec codec;
  private final FlashLevel level;
  private final HeatList list;
  private final Thread thread = new Thread(this::run, THREAD);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Set<String> evictedFiles = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;
  private long blocks;
  private long bytes;

  private Refill(
      BlockStore<CacheableSource> store, BlockCodec codec, FlashLevel level, HeatList list) {
    this.store = store;
    this.codec = codec;
    this.level = level;
    this.list = list;
  }

  /**
   * Begins, where a stop has left a list.
   *
   * @return null when there is nothing to bring back
   */
  static @Nullable Refill start(
      BlockStore<CacheableSource> store, BlockCodec codec, DiskLevel below) {
    if (!(below instanceof FlashLevel level)) {
      return null;
    }
    HeatList list = level.tier().heatList();
    if (list == null) {
      return null;
    }
    Refill refill = new Refill(store, codec, level, list);
    if (level.tier().drainMillis() == 0) {
      refill.delete();
      return null;
    }
    refill.thread.setDaemon(true);
    refill.thread.start();
    return refill;
  }

  /** Whether the list is needed yet: not all came back that is to. */
  boolean needsList() {
    return !ended && list.exists();
  }

  /** Told of a file before its blocks are evicted from memory. */
  void evicting(String file) {
    if (!ended) {
      evictedFiles.add(file);
    }
  }

  /**
   * Ends after the block that is read just now, and waits for that, but no longer than a second.
   */
  void stop() {
    stopped.countDown();
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- the thread

  private void run() {
    try (HeatList.Reader reader = list.read()) {
      if (reader != null && awaitRestored()) {
        long begin = System.nanoTime();
        boolean all = bringBack(reader);
        LOG.info(
            String.format(
                Locale.ROOT,
                "Brought %,d blocks (%,d MB) back to memory from the disks in %.1f s%s",
                blocks,
                bytes >> 20,
                (System.nanoTime() - begin) / NANOS_OF_SECOND,
                all ? "" : isStopped() ? ", until the stop" : ", all that memory has room for"));
      }
    } catch (IOException e) {
      LOG.warn("Not all blocks come back to memory: {}", list.failed(e));
    } catch (InterruptedException e) {
      // Nobody interrupts it.
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("Not all blocks come back to memory", e);
    }
    if (!isStopped()) {
      delete();
      ended = true;
      evictedFiles.clear();
    }
  }

  private void delete() {
    try {
      list.delete();
    } catch (IOException e) {
      LOG.warn("The list of hot blocks cannot be deleted: {}", list.failed(e));
    }
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  private boolean awaitRestored() throws InterruptedException {
    while (!level.tier().store().awaitRestored(LOOK_MILLIS)) {
      if (isStopped()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the list came to its end. */
  private boolean bringBack(HeatList.Reader reader) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long before = bytes;
    for (HeatList.Entry each = reader.next(); each != null; each = reader.next()) {
      if (isStopped() || !awaitRoom()) {
        return false;
      }
      bringBack(each.name(), each.offset());
      if (bytes - before >= BATCH_BYTES) {
        rest(Math.max(MIN_PAUSE_NANOS, System.nanoTime() - begin));
        begin = System.nanoTime();
        before = bytes;
      }
    }
    return true;
  }

  /**
   * Waits while memory is still allocated; says whether there is room. Without an empty bucket, a
   * block whose size class is full would have another one evicted.
   */
  private boolean awaitRoom() throws InterruptedException {
    while (store.statistics().emptyBuckets() == 0) {
      if (store.hasAllMemory() || rest(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS))) {
        return store.statistics().emptyBuckets() > 0;
      }
    }
    return true;
  }

  /** Returns whether it is stopped. */
  private boolean rest(long nanos) throws InterruptedException {
    return stopped.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void bringBack(String file, long offset) {
    if (evictedFiles.contains(file) || store.contains(file, offset)) {
      return;
    }
    BlockFromFlash block = level.bringBack(file, offset);
    if (block == null) {
      return;
    }
    try {
      // Others belong to the first level, and are found on the disks.
      if (block.getBlockType().isData()) {
        insert(file, offset, block);
      }
    } finally {
      block.release();
    }
  }

  private void insert(String file, long offset, BlockFromFlash block) {
    if (!store.insert(file, offset, codec.encode(block, offset, block.inMemory()))) {
      return;
    }
    if (evictedFiles.contains(file)) {
      store.evict(file, offset);
      return;
    }
    blocks++;
    bytes += block.getSerializedLength();
  }
}
