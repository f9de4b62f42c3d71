package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One region while it is filled in memory, by any number of threads at a time, none of which holds
 * a lock while it copies. Thread-safe.
 *
 * <pre>
 *   FILLING ---- reserve finds no room ----> SEALED ---- last commit ----> COMPLETE
 *   USED    ---- last release ----> GIVEN BACK
 * </pre>
 *
 * <ol>
 *   <li>A thread <b>reserves</b> bytes (atomic add to {@code tail}). What it gets is its own.
 *   <li>It copies, and <b>commits</b> as many bytes (atomic add to {@code pending}).
 *   <li>The first thread for whose block there is no room finds by its own add that it is the
 *       first: the tail was within the memory before, and is beyond it now, where it stays. It has
 *       <b>sealed</b> the region, and takes the bytes that were reserved from {@code pending}.
 *   <li>Whoever brings {@code pending} to zero after that has <b>completed</b> the region: all that
 *       was reserved is committed. Before the seal a commit leaves more than nothing, so there is
 *       exactly one such thread. Its add read from those of all others, and so it sees what they
 *       copied.
 * </ol>
 *
 * <p>Readers of a region that is still in memory <b>retain</b> it (compare-and-set of {@code users}
 * from a number above zero). The writer has one use itself, until the region is on its device;
 * whoever ends the last use owns the memory, in which another region can be filled.
 *
 * <p>Neither way leads back: the memory goes from region to region, but each has an object of its
 * own. A thread that was stopped before its reserve or its retain, however long, finds the region
 * sealed or given back, never the next one in the same memory.
 */
public final class RegionBuffer {
  /** There is no room, and another thread has found so first. */
  public static final int FULL = -1;

  /** There is no room, and the caller is the first to find so. */
  public static final int SEALED = -2;

  private final ByteBuffer memory;
  private final int capacity;
  private final AtomicLong tail = new AtomicLong(RegionHeader.BYTES);
  private final AtomicLong pending = new AtomicLong(RegionHeader.BYTES);
  private final AtomicInteger users = new AtomicInteger(1);
  private volatile int end;

  /**
   * Begins a region, with room for its header.
   *
   * @param memory of a region's size, the caller's own
   */
  public RegionBuffer(ByteBuffer memory) {
    this.memory = memory;
    this.capacity = memory.capacity();
  }

  /**
   * Takes room for a block.
   *
   * @param bytes 1 or more, no more than a region has
   * @return where it begins; or {@link #FULL}; or {@link #SEALED}, and then the caller must call
   *     {@link #seal}
   */
  public int reserve(int bytes) {
    if (tail.get() > capacity) {
      return FULL;
    }
    long at = tail.getAndAdd(bytes);
    if (at + bytes <= capacity) {
      return (int) at;
    }
    if (at > capacity) {
      return FULL;
    }
    end = (int) at;
    return SEALED;
  }

  /** Whether the caller is the one who has ended the region, without a block that did not fit. */
  public boolean end() {
    return reserve(capacity + 1) == SEALED;
  }

  /** After {@link #SEALED}; says whether all that was reserved is committed. */
  public boolean seal() {
    return pending.addAndGet(-end) == 0;
  }

  /**
   * What was reserved is written.
   *
   * @return whether that was the last that the sealed region waited for
   */
  public boolean commit(int bytes) {
    return pending.addAndGet(bytes) == 0;
  }

  /** Whether a block has been reserved; what was not sealed may get more at any time. */
  public boolean isEmpty() {
    return tail.get() == RegionHeader.BYTES;
  }

  /** Bytes of a sealed region, its header included. */
  public int usedBytes() {
    return end;
  }

  /** A part of the memory, by whoever reserved it or retains the buffer. */
  public ByteBuffer slice(int position, int bytes) {
    return memory.slice(position, bytes);
  }

  /** All of the memory, for the one whose {@link #release} was the last. */
  public ByteBuffer memory() {
    return memory;
  }

  /** Keeps the memory from being reused; says false when it was given back before. */
  public boolean retain() {
    int before;
    do {
      before = users.get();
      if (before == 0) {
        return false;
      }
    } while (!users.compareAndSet(before, before + 1));
    return true;
  }

  /** Ends a use; says whether it was the last, and the memory is the caller's. */
  public boolean release() {
    int left = users.decrementAndGet();
    if (left < 0) {
      throw new IllegalStateException("A region's memory was given back more often than taken.");
    }
    return left == 0;
  }

  /** Uses at the moment; for audits. */
  public int users() {
    return users.get();
  }
}
