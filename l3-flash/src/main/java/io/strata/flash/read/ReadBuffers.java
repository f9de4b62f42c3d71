package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of direct buffers for blocks that are read. Thread-safe and lock-free.
 *
 * <h2>Overview</h2>
 *
 * <p>Buffer sizes are powers of two. A released buffer serves the next read of its size. If the
 * bound leaves no memory for another buffer, a larger buffer is used. If there is none, smaller
 * buffers are freed until there is memory for one of the size, so that the memory of small buffers
 * does not shut out larger blocks.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>A buffer is in one queue or has one owner; polling it is the atomic operation that changes
 * that. {@code freeBytes} is reduced before memory is allocated and increased after it is freed, so
 * the bound holds at any moment.
 *
 * <p>{@link #close} sets its flag before it polls the queues; a thread that releases a buffer loads
 * the flag after it has queued the buffer. One of the two polls the buffer and frees its memory. A
 * buffer whose block is still in use is freed at its last release.
 */
public final class ReadBuffers {
  private static final int MIN_SHIFT = 13;
  private static final int SIZES = 14;

  private final ConcurrentLinkedDeque<ReadBuffer>[] free = newPools();
  private final AtomicLong freeBytes;
  private final AtomicInteger inUse = new AtomicInteger();
  private volatile boolean closed;

  /**
   * @param bytes the bound of all buffers together, 0 or more
   */
  public ReadBuffers(long bytes) {
    this.freeBytes = new AtomicLong(bytes);
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
    return Math.max(0, shift - MIN_SHIFT);
  }

  /**
   * Takes a buffer of at least this size. Returns null if the bound is reached, or after {@link
   * #close}.
   *
   * @param bytes 1 up to the largest size
   */
  @Nullable ReadBuffer take(int bytes) {
    if (closed) {
      return null;
    }
    int size = sizeOf(bytes);
    ReadBuffer buffer = free[size].pollFirst();
    if (buffer == null) {
      buffer = allocate(size);
    }
    for (int larger = size + 1; buffer == null && larger < SIZES; larger++) {
      buffer = free[larger].pollFirst();
    }
    while (buffer == null && freeOneBelow(size)) {
      buffer = allocate(size);
    }
    if (buffer != null) {
      inUse.incrementAndGet();
      buffer.begin();
    }
    return buffer;
  }

  private static int bytesOf(int size) {
    return 1 << (size + MIN_SHIFT);
  }

  private static int bytesWithAlignment(int size) {
    return bytesOf(size) + DeviceFile.ALIGNMENT;
  }

  private @Nullable ReadBuffer allocate(int size) {
    int all = bytesWithAlignment(size);
    if (freeBytes.addAndGet(-all) >= 0) {
      try {
        return new ReadBuffer(bytesOf(size));
      } catch (OutOfMemoryError e) {
        // The process has less memory than configured: a read without a buffer is a miss.
      }
    }
    freeBytes.addAndGet(all);
    return null;
  }

  private boolean freeOneBelow(int limit) {
    for (int size = limit - 1; size >= 0; size--) {
      ReadBuffer buffer = free[size].pollFirst();
      if (buffer != null) {
        buffer.free();
        freeBytes.addAndGet(bytesWithAlignment(size));
        return true;
      }
    }
    return false;
  }

  /** Ends a use of a buffer. The last one returns it to the pool. */
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

  /** Frees the memory, at once or at the last release of a buffer in use. */
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

  /** Returns the number of buffers in use. */
  public int inUse() {
    return inUse.get();
  }
}
