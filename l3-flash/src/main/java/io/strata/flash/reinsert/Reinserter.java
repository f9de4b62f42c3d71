package io.strata.flash.reinsert;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.read.BlockFinder;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Appender;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.Reservation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reinserts blocks that were read since they were written, before their region is overwritten. Has
 * its own thread, so that no writer waits for it. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * <p>A device announces the region that it retires next, and continues. The thread reads the
 * accessed blocks of that region again, one after the other. It pins the region for one read only,
 * as any reader, so retiring the region waits for no more than that. The blocks are copied into the
 * open region. When no region buffer is free, the write rate or the share is used up, or the region
 * is retired meanwhile, the remaining blocks are not reinserted.
 *
 * <h2>Costs</h2>
 *
 * <p>Blocks of files that are gone are skipped before they cost a device read, a reservation or
 * write budget.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>A block may be evicted meanwhile and a newer version inserted. So the address in its entry is
 * changed only if it is still the old one, under the lock under which entries are removed and
 * added. The old address means the same block as long as its region is not retired, since retiring
 * precedes everything that could put another version there. If the address is not changed, the copy
 * is cleared before it is committed. Otherwise it might end up on the device behind a newer
 * version, and a restart that reads the region would restore it.
 *
 * <p>While recovery runs nothing is reinserted: recovery may still find a newer version, and blocks
 * written since the start take precedence over all restored ones.
 */
public final class Reinserter {
  private static final String THREAD = "strata-flash-reinsert";
  private static final long LOOK_MILLIS = 10;

  private final BlockFinder finder;
  private final FlashIndex index;
  private final Regions regions;
  private final Appender appender;
  private final WriteRateLimiter writeRateLimiter;
  private final int bytesOfRegion;
  private final BooleanSupplier restoring;
  private final Consumer<Throwable> onError;
  private final ThreadPoolExecutor thread;
  private final AtomicLong regionsAdded = new AtomicLong();
  private final LongAdder reinsertedBytes = new LongAdder();
  private volatile boolean closed;

  /**
   * @param bytesOfRegion the bytes that may be reinserted per region, including headers; 0 for none
   * @param restoring whether recovery still runs
   * @param onError receives failures
   */
  public Reinserter(
      BlockFinder finder,
      FlashIndex index,
      Regions regions,
      Appender appender,
      WriteRateLimiter writeRateLimiter,
      int bytesOfRegion,
      BooleanSupplier restoring,
      Consumer<Throwable> onError) {
    this.finder = finder;
    this.index = index;
    this.regions = regions;
    this.appender = appender;
    this.writeRateLimiter = writeRateLimiter;
    this.bytesOfRegion = bytesOfRegion;
    this.restoring = restoring;
    this.onError = onError;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Reinserter::newThread,
            // After the shutdown nothing is reinserted.
            new ThreadPoolExecutor.DiscardPolicy());
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, THREAD);
    thread.setDaemon(true);
    return thread;
  }

  /** Reinserts blocks of a region that is the next to be retired. */
  public void add(int region) {
    if (bytesOfRegion > 0) {
      regionsAdded.incrementAndGet();
      thread.execute(() -> reinsertFrom(region));
    }
  }

  /** Returns the number of regions added so far. */
  public long regionsAdded() {
    return regionsAdded.get();
  }

  /** Returns the bytes of reinserted blocks, without headers. */
  public long reinsertedBytes() {
    return reinsertedBytes.sum();
  }

  /** Waits until all regions added before are processed. */
  public void awaitQuiet() throws InterruptedException {
    if (regionsAdded.get() == 0) {
      return;
    }
    CountDownLatch done = new CountDownLatch(1);
    thread.execute(done::countDown);
    boolean reached = false;
    while (!reached && !thread.isTerminated()) {
      reached = done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Stops after the current block and waits for that. The thread holds no reservation while it
   * waits for a device, so the store may be closed after the timeout.
   *
   * @param millis the timeout
   */
  public void close(long millis) {
    closed = true;
    thread.shutdown();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    boolean over = false;
    while (!over) {
      try {
        over =
            thread.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                || System.nanoTime() - deadline >= 0;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- the thread

  private record Candidate(FlashFile file, long offset, long address) {}

  private void reinsertFrom(int number) {
    Region region = regions.get(number);
    if (region == null || closed || restoring.getAsBoolean()) {
      return;
    }
    try {
      int left = bytesOfRegion;
      for (Candidate each : accessedBlocksOf(region, number)) {
        int bytes = FlashAddress.bytes(each.address);
        if (bytes <= left) {
          if (!reinsert(region, each)) {
            return;
          }
          left -= bytes;
        }
      }
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  /**
   * Returns the accessed blocks of a region in the order of their addresses, which a device reads
   * fastest.
   */
  private List<Candidate> accessedBlocksOf(Region region, int number) {
    List<Candidate> entries = new ArrayList<>();
    index.visitRegion(
        number,
        (file, offset, address, bytesInFile, read) -> {
          if (read && !file.isGone()) {
            entries.add(new Candidate(file, offset, address));
          }
        });
    if (region.isRetired()) {
      // Some entries may belong to the next region in the same space.
      return List.of();
    }
    entries.sort(Comparator.comparingLong(Candidate::address));
    return entries;
  }

  /** Reinserts a block. Returns whether to continue with the region. */
  private boolean reinsert(Region region, Candidate entry) {
    if (closed || region.isRetired()) {
      return false;
    }
    if (entry.file.isGone()) {
      return true;
    }
    int bytes = FlashAddress.bytes(entry.address);
    if (!writeRateLimiter.take(bytes, true)) {
      return false;
    }
    FlashBlock block = finder.read(region, entry.file, entry.offset, entry.address);
    if (block == null) {
      writeRateLimiter.giveBack(bytes);
      return true;
    }
    try {
      Reservation reservation = appender.reserve(bytes);
      if (reservation == null) {
        writeRateLimiter.giveBack(bytes);
        return false;
      }
      copy(region, entry, block, reservation);
      return true;
    } finally {
      block.release();
    }
  }

  private void copy(Region from, Candidate entry, FlashBlock block, Reservation reservation) {
    boolean moved = false;
    try {
      String file = block.file();
      int length = block.bytes().remaining();
      reservation.fill(
          file.getBytes(UTF_8),
          entry.offset,
          length,
          block.bytesInFile(),
          block.attributes(),
          block.stamp(),
          memory -> memory.put(block.bytes().duplicate()));
      Region to = reservation.open().region();
      moved =
          index.move(
              entry.file,
              entry.offset,
              entry.address,
              reservation.address(),
              () -> from.isRetired() || to.isRetired());
      if (moved) {
        reinsertedBytes.add(length);
      }
    } finally {
      if (!moved) {
        reservation.clear();
      }
      reservation.commit();
    }
  }
}
