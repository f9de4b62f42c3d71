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
 * Refills memory after startup with the blocks that a {@link Drain} has listed, hottest first, as
 * long as there are empty buckets. One thread reads one block at a time and pauses for as long as
 * it has read, so it uses at most half of one thread's CPU and disk time. Neither the eviction
 * policy nor the flash tier counts a read. Thread-safe.
 *
 * <p>A file may be evicted while one of its blocks is being inserted. The evicting thread first
 * calls {@link #evicting}, then evicts the file from memory. The refill thread first inserts a
 * block, then checks whether its file was evicted. So at least one of the two removes the block.
 */
final class Refill {
  private static final Logger LOG = LoggerFactory.getLogger(Refill.class);

  private static final String THREAD = "strata-refill";
  private static final int BATCH_BYTES = 1 << 20;
  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long POLL_MILLIS = 50;
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
   * Starts a refill if the last shutdown has written a list.
   *
   * @return null if there is nothing to refill
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

  /** Returns whether the list is still needed, because the refill is incomplete. */
  boolean needsList() {
    return !ended && list.exists();
  }

  /** Called before the blocks of a file are evicted from memory. */
  void evicting(String file) {
    if (!ended) {
      evictedFiles.add(file);
    }
  }

  /** Stops the thread after its current block, and waits up to {@value #STOP_MILLIS} ms for it. */
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
      if (reader != null && awaitRecovery()) {
        long begin = System.nanoTime();
        boolean all = refill(reader);
        LOG.info(
            String.format(
                Locale.ROOT,
                "Refilled memory with %,d blocks (%,d MB) from flash in %.1f s%s",
                blocks,
                bytes >> 20,
                (System.nanoTime() - begin) / NANOS_OF_SECOND,
                all ? "" : isStopped() ? "; stopped by shutdown" : "; memory is full"));
      }
    } catch (IOException e) {
      LOG.warn("The refill of memory from flash is incomplete: {}", list.failed(e));
    } catch (InterruptedException e) {
      // Not expected: no code interrupts this thread.
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("The refill of memory from flash is incomplete", e);
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
      LOG.warn("Cannot delete the list of hot blocks: {}", list.failed(e));
    }
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Waits until the flash tier is recovered; returns false if stopped before. */
  private boolean awaitRecovery() throws InterruptedException {
    while (!level.tier().store().awaitRestored(POLL_MILLIS)) {
      if (isStopped()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all of the list was read. */
  private boolean refill(HeatList.Reader reader) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long before = bytes;
    for (HeatList.Entry each = reader.next(); each != null; each = reader.next()) {
      if (isStopped() || !awaitEmptyBucket()) {
        return false;
      }
      refill(each.name(), each.offset());
      if (bytes - before >= BATCH_BYTES) {
        pause(Math.max(MIN_PAUSE_NANOS, System.nanoTime() - begin));
        begin = System.nanoTime();
        before = bytes;
      }
    }
    return true;
  }

  /**
   * Waits for an empty bucket while memory is still being allocated. Without one, a block whose
   * size class is full would evict another one.
   *
   * @return whether there is an empty bucket
   */
  private boolean awaitEmptyBucket() throws InterruptedException {
    while (store.statistics().emptyBuckets() == 0) {
      if (store.hasAllMemory() || pause(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS))) {
        return store.statistics().emptyBuckets() > 0;
      }
    }
    return true;
  }

  /** Pauses; returns whether the refill was stopped. */
  private boolean pause(long nanos) throws InterruptedException {
    return stopped.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void refill(String file, long offset) {
    if (evictedFiles.contains(file) || store.contains(file, offset)) {
      return;
    }
    BlockFromFlash block = level.readQuietly(file, offset);
    if (block == null) {
      return;
    }
    try {
      // Other blocks belong to the first level, which reads them from flash.
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
