package io.strata.readpath.l2;

import io.strata.flash.Rejection;
import io.strata.l2.BlockStore;
import io.strata.l2.evict.Victim;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.l3.HeatList;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At a graceful stop, writes the blocks of memory that are not on the disks there, hottest first,
 * until the time is up; then lists those that were in memory and are on the disks for the next
 * start, in the same order ({@link Refill}). Reads are answered meanwhile. One thread's.
 *
 * <p>Where the disks take nothing at the moment, because they are behind or the write-rate limiter
 * has nothing left, a block is offered again a little later, so that no colder one goes before it.
 */
final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  /** This part of the time is left for the list. */
  private static final int PART_FOR_LIST = 8;

  /**
   * A ring that is written round overwrites the hottest blocks. So much of it is written at most;
   * the rest is for headers, for the ends of regions, and for what is written again.
   */
  private static final double MAX_SHARE_OF_DISKS = 0.75;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final double NANOS_OF_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final BlockStore<?> store;
  private final FlashLevel level;
  private final HeatList list;
  private final BooleanSupplier cancelled;
  private final LongSupplier nanoTime;
  private final long begin;
  private final long writeNanos;
  private final long allNanos;
  private final long maxBytes;

  private long written;
  private long writtenBytes;
  private long there;
  private long listed;

  private Drain(
      BlockStore<?> store,
      FlashLevel level,
      HeatList list,
      BooleanSupplier cancelled,
      LongSupplier nanoTime) {
    FlashTier tier = level.tier();
    this.store = store;
    this.level = level;
    this.list = list;
    this.cancelled = cancelled;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
    this.allNanos = TimeUnit.MILLISECONDS.toNanos(tier.drainMillis());
    this.writeNanos = allNanos - allNanos / PART_FOR_LIST;
    this.maxBytes = (long) (MAX_SHARE_OF_DISKS * tier.store().readableBytes());
  }

  /**
   * Writes and lists, where the tier on disks is to be drained to; else does nothing.
   *
   * @param store which takes no blocks any more
   * @param keepList whether the list that is there stays, since not all of its blocks came back
   * @param cancelled asked at each block whether to end at once
   * @param nanoTime as {@link System#nanoTime}
   */
  static void run(
      BlockStore<?> store,
      DiskLevel below,
      boolean keepList,
      BooleanSupplier cancelled,
      LongSupplier nanoTime) {
    if (!(below instanceof FlashLevel level) || level.tier().drainMillis() == 0) {
      return;
    }
    HeatList list = level.tier().heatList();
    if (list != null && !cancelled.getAsBoolean()) {
      new Drain(store, level, list, cancelled, nanoTime).run(keepList);
    }
  }

  private void run(boolean keepList) {
    long blocks = store.statistics().blocks();
    if (blocks > 0) {
      write();
      LOG.info(
          String.format(
              Locale.ROOT,
              "Wrote %,d blocks (%,d MB) of memory to the disks in %.1f s; %,d were there, %,d are left",
              written,
              writtenBytes >> 20,
              (nanoTime.getAsLong() - begin) / NANOS_OF_SECOND,
              there,
              Math.max(0, blocks - written - there)));
    }
    if (!keepList) {
      list();
    }
  }

  // ---- writing

  /** A block that was read meanwhile may have moved ahead of those that are visited. */
  private void write() {
    long before;
    boolean first = true;
    do {
      before = written;
      boolean counts = first;
      store.inspection().visitHottestFirst(block -> write(block, counts));
      first = false;
    } while (written > before && isTime(writeNanos));
  }

  private boolean write(Victim block, boolean counts) {
    if (!isTime(writeNanos) || writtenBytes + block.storedLength() > maxBytes) {
      return false;
    }
    if (level.contains(block.file(), block.offset())) {
      there += counts ? 1 : 0;
      return true;
    }
    if (!level.mayBeWritten(block)) {
      return true;
    }
    // Nothing else is written any more for which a part of the limiter's budget would be kept.
    Rejection rejection = level.offer(block, true);
    while (isFull(rejection)) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
      if (!isTime(writeNanos)) {
        return false;
      }
      rejection = level.offer(block, true);
    }
    if (rejection == null) {
      written++;
      writtenBytes += block.storedLength();
    }
    return rejection != Rejection.CLOSED;
  }

  private static boolean isFull(@Nullable Rejection rejection) {
    return rejection == Rejection.WEAR || rejection == Rejection.WRITERS_BEHIND;
  }

  private boolean isTime(long nanos) {
    return nanoTime.getAsLong() - begin < nanos
        && !cancelled.getAsBoolean()
        && !Thread.currentThread().isInterrupted();
  }

  // ---- listing

  private void list() {
    try (HeatList.Writer writer = list.write()) {
      IOException[] failure = new IOException[1];
      store
          .inspection()
          .visitHottestFirst(
              block -> {
                try {
                  return add(writer, block);
                } catch (IOException e) {
                  failure[0] = e;
                  return false;
                }
              });
      if (failure[0] != null) {
        throw failure[0];
      }
      writer.commit();
      LOG.debug("{} blocks are listed for the next start", listed);
    } catch (IOException e) {
      LOG.warn("The next start brings no blocks back to memory: {}", list.failed(e));
    }
  }

  private boolean add(HeatList.Writer writer, Victim block) throws IOException {
    if (!isTime(allNanos)) {
      return false;
    }
    if (level.contains(block.file(), block.offset())) {
      writer.add(block.file(), block.offset());
      listed++;
    }
    return true;
  }
}
