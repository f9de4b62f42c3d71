package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory for a block, or for several that are read at once, aligned for direct I/O.
 *
 * <p>The thread that takes it from the pool has one use of it, and may add more by {@link #share},
 * one for each block in it. The last use to end returns it to the pool.
 */
final class ReadBuffer {
  private final DirectMemory memory;
  private final AtomicInteger uses = new AtomicInteger();

  /**
   * @param bytes of the memory
   * @throws OutOfMemoryError if the limit of direct memory is exceeded
   */
  ReadBuffer(int bytes) {
    this.memory = DeviceFile.allocate(bytes);
  }

  /** Starts the caller's use, after the buffer was taken from the pool. */
  void begin() {
    uses.set(1);
  }

  /** Adds a use. The caller has one. */
  void share() {
    uses.incrementAndGet();
  }

  /** Ends a use. Returns whether it was the last. */
  boolean end() {
    return uses.decrementAndGet() == 0;
  }

  /** Returns the bytes of the memory. */
  int capacity() {
    return memory.bytes().capacity();
  }

  /** Returns the first bytes of the memory. */
  ByteBuffer first(int bytes) {
    return memory.bytes().slice(0, bytes);
  }

  /** Frees the memory at once. No view of it may be in use. */
  void free() {
    memory.close();
  }
}
