package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A pool of direct buffers into which blocks are read, within a bound. Thread-safe, without a lock.
 *
 * <p>Buffers are of sizes that double. One that was given back serves the next read of its size;
 * when there is no memory for more, a larger one does; when there is none either, smaller ones are
 * given back to the process until there is memory for one of the size, so that blocks that become
 * larger are not shut out by the memory of those before.
 *
 * <p>A buffer is in one queue or has one owner: polling it is the atomic operation that changes
 * that. {@code room} is taken before memory is, and given back after, so that the bound holds at
 * any moment.
 *
 * <p>After {@link #close} has set its flag, whoever gives a buffer back sees the flag after that,
 * or close sees the buffer in its queue: one of the two polls it, and frees its memory. A buffer
 * whose block is still in use is freed at its last release.
 */
public final class ReadBuffers {
  private static final int SMALLEST_SHIFT = 13;
  private static final int SIZES = 14;

  private final ConcurrentLinkedDeque<ReadBuffer>[] free = newPools();
  private final AtomicLong room;
  private final AtomicInteger inUse = new AtomicInteger();
  private volatile boolean closed;

  /**
   * @param bytes that all buffers may have together, 0 or more
   */
  public ReadBuffers(long bytes) {
    this.room = new AtomicLong(bytes);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ConcurrentLinkedDeque<ReadBuffer>[] newPools() {
    ConcurrentLinkedDeque<ReadBuffer>[] pools = new ConcurrentLinkedDeque[SIZES];
    for (int i = 0; i < SIZES; i++) {
      pools[i] = new ConcurrentLinkedDeque<>();
    }
    return pools;
  }

  private static int sizeOf(int bytes) {
    int shift = Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1);
    return Math.max(0, shift - SMALLEST_SHIFT);
  }

  /**
   * Takes a buffer of as many bytes or more, or null when all that may be are in use, or after
   * {@link #close}.
   *
   * @param bytes 1 to the largest size
   */
  @Nullable ReadBuffer take(int bytes) {
    if (closed) {
      return null;
    }
    int wanted = sizeOf(bytes);
    ReadBuffer buffer = free[wanted].pollFirst();
    if (buffer == null) {
      buffer = allocate(wanted);
    }
    for (int size = wanted + 1; buffer == null && size < SIZES; size++) {
      buffer = free[size].pollFirst();
    }
    while (buffer == null && freeOneBelow(wanted)) {
      buffer = allocate(wanted);
    }
    if (buffer != null) {
      inUse.incrementAndGet();
      buffer.begin();
    }
    return buffer;
  }

  private static int bytesOf(int size) {
    return 1 << (size + SMALLEST_SHIFT);
  }

  private static int bytesWithAlignment(int size) {
    return bytesOf(size) + DeviceFile.ALIGNMENT;
  }

  private @Nullable ReadBuffer allocate(int size) {
    int all = bytesWithAlignment(size);
    if (room.addAndGet(-all) >= 0) {
      try {
        return new ReadBuffer(bytesOf(size));
      } catch (OutOfMemoryError e) {
        // The process has less than was configured: a read that finds no buffer is a miss.
      }
    }
    room.addAndGet(all);
    return null;
  }

  private boolean freeOneBelow(int wanted) {
    for (int size = wanted - 1; size >= 0; size--) {
      ReadBuffer buffer = free[size].pollFirst();
      if (buffer != null) {
        buffer.free();
        room.addAndGet(bytesWithAlignment(size));
        return true;
      }
    }
    return false;
  }

  /** Ends a use of a buffer that {@link #take} gave; the last one gives it back. */
  void release(ReadBuffer buffer) {
    if (!buffer.end()) {
      return;
    }
    inUse.decrementAndGet();
    free[sizeOf(buffer.capacity())].addFirst(buffer);
    if (closed) {
      freeAll();
    }
  }

  /** Gives the memory back to the process: at once, or at the last release of what is in use. */
  public void close() {
    closed = true;
    freeAll();
  }

  private void freeAll() {
    boolean more;
    do {
      more = freeOneBelow(SIZES);
    } while (more);
  }

  /** Buffers that were taken and not given back yet. */
  public int inUse() {
    return inUse.get();
  }
}
