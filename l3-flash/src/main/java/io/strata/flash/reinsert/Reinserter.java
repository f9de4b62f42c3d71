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
 * Writes blocks again that were read since they were written, before their region is overwritten. A
 * thread of its own, so that no writer waits for it. Thread-safe.
 *
 * <p>A device tells which region is retired next, and goes on. Of that region's blocks those that
 * were read are read once more, one after the other, each as by any reader: the region is pinned
 * for one read only, and whoever retires it waits for no more. They are copied into the region that
 * is open, as any block that is offered. Where there is no room in memory, in the budget or in the
 * share, or the region is retired meanwhile, the rest of it is let go.
 *
 * <p>Blocks whose file is gone are passed over before anything is spent on them: neither a read of
 * the device, nor room, nor the budget.
 *
 * <p>A block may be evicted meanwhile, and a newer version offered. So its entry is moved to the
 * new place only if it still leads to the old one, under the lock under which entries are removed
 * and added. That place means the same block as long as its region is not retired: retiring comes
 * before all that could put another version there. When the entry is not moved, the copy is cleared
 * before it is committed, so that it is not on the device either: the copy may lie behind a newer
 * version, and a restart that reads the region would believe it.
 *
 * <p>While blocks are still restored nothing is written again: a newer version may yet be found,
 * and what was written since the start goes before all that is found.
 */
public final class Reinserter {
  private static final String THREAD = "strata-flash-reinsert";
  private static final long LOOK_MILLIS = 10;

  private final BlockFinder finder;
  private final FlashIndex index;
  private final Regions regions;
  private final Appender appender;
  private final WriteRateLimiter wear;
  private final int bytesOfRegion;
  private final BooleanSupplier restoring;
  private final Consumer<Throwable> onError;
  private final ThreadPoolExecutor thread;
  private final AtomicLong regionsAdded = new AtomicLong();
  private final LongAdder reinsertedBytes = new LongAdder();
  private volatile boolean closed;

  /**
   * @param bytesOfRegion how many may be written again, headers included; 0 for none
   * @param restoring whether blocks are still found that an earlier start has left
   * @param onError told what goes wrong
   */
  public Reinserter(
      BlockFinder finder,
      FlashIndex index,
      Regions regions,
      Appender appender,
      WriteRateLimiter wear,
      int bytesOfRegion,
      BooleanSupplier restoring,
      Consumer<Throwable> onError) {
    this.finder = finder;
    this.index = index;
    this.regions = regions;
    this.appender = appender;
    this.wear = wear;
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
            // After the end nothing is to be kept any more.
            new ThreadPoolExecutor.DiscardPolicy());
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, THREAD);
    thread.setDaemon(true);
    return thread;
  }

  /** A region is the next to be retired. */
  public void add(int region) {
    if (bytesOfRegion > 0) {
      regionsAdded.incrementAndGet();
      thread.execute(() -> reinsertFrom(region));
    }
  }

  /** Regions that were added so far. */
  public long regionsAdded() {
    return regionsAdded.get();
  }

  /** Bytes of blocks that were written again, without headers. */
  public long reinsertedBytes() {
    return reinsertedBytes.sum();
  }

  /** Waits until all regions are done that were added before. */
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
   * Ends after the block that is written just now, and waits for that. It holds no room in a region
   * while it waits for a device, so whoever closes the store may go on when the time is over.
   *
   * @param millis how long to wait at most
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

  private record Entry(FlashFile file, long offset, long place) {}

  private void reinsertFrom(int number) {
    Region region = regions.get(number);
    if (region == null || closed || restoring.getAsBoolean()) {
      return;
    }
    try {
      int left = bytesOfRegion;
      for (Entry each : readBlocksOf(region, number)) {
        int bytes = FlashAddress.bytes(each.place);
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

  /** In the order in which they lie there, which is the one in which a device reads fastest. */
  private List<Entry> readBlocksOf(Region region, int number) {
    List<Entry> entries = new ArrayList<>();
    index.visitRegion(
        number,
        (file, offset, place, bytesInFile, read) -> {
          if (read && !file.isGone()) {
            entries.add(new Entry(file, offset, place));
          }
        });
    if (region.isRetired()) {
      // Some of them may be of another region in the same place.
      return List.of();
    }
    entries.sort(Comparator.comparingLong(Entry::place));
    return entries;
  }

  /** Says whether there is a point in going on with the region. */
  private boolean reinsert(Region region, Entry entry) {
    if (closed || region.isRetired()) {
      return false;
    }
    if (entry.file.isGone()) {
      return true;
    }
    int bytes = FlashAddress.bytes(entry.place);
    if (!wear.take(bytes, true)) {
      return false;
    }
    FlashBlock block = finder.read(region, entry.file, entry.offset, entry.place);
    if (block == null) {
      wear.giveBack(bytes);
      return true;
    }
    try {
      Reservation room = appender.reserve(bytes);
      if (room == null) {
        wear.giveBack(bytes);
        return false;
      }
      copy(region, entry, block, room);
      return true;
    } finally {
      block.release();
    }
  }

  private void copy(Region from, Entry entry, FlashBlock block, Reservation room) {
    boolean moved = false;
    try {
      String file = block.file();
      int length = block.bytes().remaining();
      room.fill(
          file.getBytes(UTF_8),
          entry.offset,
          length,
          block.bytesInFile(),
          block.attributes(),
          block.stamp(),
          memory -> memory.put(block.bytes().duplicate()));
      Region to = room.open().region();
      moved =
          index.move(
              entry.file,
              entry.offset,
              entry.place,
              room.place(),
              () -> from.isRetired() || to.isRetired());
      if (moved) {
        reinsertedBytes.add(length);
      }
    } finally {
      if (!moved) {
        room.clear();
      }
      room.commit();
    }
  }
}
