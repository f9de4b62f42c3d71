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
 * Drains memory to flash at a graceful shutdown: writes the blocks that are not on flash yet,
 * hottest first, until the time is up. Then lists the blocks of memory that are on flash, in the
 * same order, for the {@link Refill} at the next startup. Reads are served meanwhile. Not
 * thread-safe.
 *
 * <p>If the flash tier rejects a block because its writers are behind or the write-rate limiter has
 * no budget, the block is retried, so that no colder one is written before it.
 */
final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  /** Divisor of the time that gives the part reserved for the list. */
  private static final int LIST_TIME_DIVISOR = 8;

  /**
   * Maximum share of the ring to write. A ring that wraps around would overwrite the hottest
   * blocks. The rest is for headers, unused ends of regions, and reinsertions.
   */
  private static final double MAX_SHARE_OF_RING = 0.75;

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
  private long alreadyThere;
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
    this.writeNanos = allNanos - allNanos / LIST_TIME_DIVISOR;
    this.maxBytes = (long) (MAX_SHARE_OF_RING * tier.store().readableBytes());
  }

  /**
   * Drains memory and writes the list, if {@code strata.flash.drain} is set; else does nothing.
   *
   * @param store rejects new blocks already
   * @param keepList whether to keep the existing list, because its refill is incomplete
   * @param cancelled checked at each block; true ends the drain
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
              "Drained %,d blocks (%,d MB) from memory to flash in %.1f s; %,d were there already, %,d remain",
              written,
              writtenBytes >> 20,
              (nanoTime.getAsLong() - begin) / NANOS_OF_SECOND,
              alreadyThere,
              Math.max(0, blocks - written - alreadyThere)));
    }
    if (!keepList) {
      list();
    }
  }

  // ---- writing

  /** Repeats the visit: a block that is read meanwhile may move ahead of the visitor. */
  private void write() {
    long before;
    boolean first = true;
    do {
      before = written;
      boolean counts = first;
      store.inspection().visitHottestFirst(block -> write(block, counts));
      first = false;
    } while (written > before && hasTime(writeNanos));
  }

  private boolean write(Victim block, boolean counts) {
    if (!hasTime(writeNanos) || writtenBytes + block.storedLength() > maxBytes) {
      return false;
    }
    if (level.contains(block.file(), block.offset())) {
      alreadyThere += counts ? 1 : 0;
      return true;
    }
    if (!level.mayBeWritten(block)) {
      return true;
    }
    // As if read again: no other writes follow, so the limiter need not reserve budget for them.
    Rejection rejection = level.offer(block, true);
    while (isTemporary(rejection)) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
      if (!hasTime(writeNanos)) {
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

  private static boolean isTemporary(@Nullable Rejection rejection) {
    return rejection == Rejection.WEAR || rejection == Rejection.WRITERS_BEHIND;
  }

  private boolean hasTime(long nanos) {
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
      LOG.debug("Listed {} blocks for the next startup", listed);
    } catch (IOException e) {
      LOG.warn("The next startup will not refill memory from flash: {}", list.failed(e));
    }
  }

  private boolean add(HeatList.Writer writer, Victim block) throws IOException {
    if (!hasTime(allNanos)) {
      return false;
    }
    if (level.contains(block.file(), block.offset())) {
      writer.add(block.file(), block.offset());
      listed++;
    }
    return true;
  }
}
