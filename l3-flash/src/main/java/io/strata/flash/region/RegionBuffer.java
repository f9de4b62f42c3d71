package io.strata.flash.region;

import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of a region while it is filled. Any number of threads copy into it at a time, without
 * a lock. Thread-safe.
 *
 * <h2>States</h2>
 *
 * <pre>
 *   FILLING ---- reserve finds it full ----> SEALED ---- last commit ----> COMPLETE
 *   USED    ---- last release ----> RELEASED
 * </pre>
 *
 * <h2>Transitions</h2>
 *
 * <ol>
 *   <li>A thread <b>reserves</b> bytes (atomic add to {@code tail}), which belong to it alone.
 *   <li>It copies its block, and <b>commits</b> the bytes (atomic add to {@code pending}).
 *   <li>The first thread whose block does not fit learns from its own add that it is the first: the
 *       tail was within the capacity before and is beyond it now, where it stays. It has
 *       <b>sealed</b> the region, and subtracts the reserved bytes from {@code pending}.
 *   <li>The thread that brings {@code pending} to zero after that has <b>completed</b> the region:
 *       all reserved bytes are committed.
 * </ol>
 *
 * <p>Readers of a region in memory <b>retain</b> the buffer (compare-and-set of {@code users} from
 * a number above zero). The writer holds one use until the region is on its device. The thread that
 * ends the last use owns the memory, and another region can be filled in it.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>Before the seal a commit leaves {@code pending} above zero, so exactly one thread completes
 * the region. Its add reads from the adds of all others, so it sees what they copied.
 *
 * <p>No transition leads back. The memory is reused for other regions, but each has its own {@code
 * RegionBuffer}. A thread that was stopped before its reserve or retain, however long, finds its
 * region sealed or released, never the next one in the same memory.
 */
public final class RegionBuffer {
  /** The region is full, and another thread has sealed it. */
  public static final int FULL = -1;

  /** The region is full, and the caller must seal it. */
  public static final int SEALED = -2;

  private final ByteBuffer memory;
  private final int capacity;
  private final AtomicLong tail = new AtomicLong(RegionHeader.BYTES);
  private final AtomicLong pending = new AtomicLong(RegionHeader.BYTES);
  private final AtomicInteger users = new AtomicInteger(1);
  private volatile int end;

  /**
   * Creates the buffer of a new region, and reserves its header.
   *
   * @param memory of a region's size, used by no other buffer
   */
  public RegionBuffer(ByteBuffer memory) {
    this.memory = memory;
    this.capacity = memory.capacity();
  }

  /**
   * Reserves bytes for a block.
   *
   * @param bytes 1 or more, at most the size of a region
   * @return the position of the bytes; or {@link #FULL}; or {@link #SEALED}, and then the caller
   *     must call {@link #seal}
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

  /** Fills up the region without adding a block. Returns whether the caller must seal it. */
  public boolean end() {
    return reserve(capacity + 1) == SEALED;
  }

  /** Seals the region, after {@link #SEALED}. Returns whether all reserved bytes are committed. */
  public boolean seal() {
    return pending.addAndGet(-end) == 0;
  }

  /**
   * Commits reserved bytes.
   *
   * @return whether that completed the region
   */
  public boolean commit(int bytes) {
    return pending.addAndGet(bytes) == 0;
  }

  /**
   * Returns whether no block was reserved. Unless the region is sealed, one may be reserved at any
   * time.
   */
  public boolean isEmpty() {
    return tail.get() == RegionHeader.BYTES;
  }

  /** Returns the bytes of a sealed region, including its header. */
  public int usedBytes() {
    return end;
  }

  /** Returns a slice of the memory, which the caller has reserved or retains. */
  public ByteBuffer slice(int position, int bytes) {
    return memory.slice(position, bytes);
  }

  /** Returns the whole memory, for the thread whose {@link #release} was the last. */
  public ByteBuffer memory() {
    return memory;
  }

  /**
   * Adds a use, which keeps the memory from being reused. Returns false if the last use has ended.
   */
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

  /** Ends a use. Returns whether it was the last, and the caller owns the memory. */
  public boolean release() {
    int left = users.decrementAndGet();
    if (left < 0) {
      throw new IllegalStateException("A region buffer was released more often than retained.");
    }
    return left == 0;
  }

  /** Returns the number of uses; for audits. */
  public int users() {
    return users.get();
  }
}
