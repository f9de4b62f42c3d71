package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory for a block, or for several that were read at once, aligned as a device wants it.
 *
 * <p>Whoever takes it from the pool has one use of it, and may add others ({@link #share}) while he
 * has: one for each block in it. Whoever ends the last gives it back.
 */
final class ReadBuffer {
  private final DirectMemory memory;
  private final AtomicInteger uses = new AtomicInteger();

  /**
   * @param bytes of the memory
   * @throws OutOfMemoryError when the process may have no more direct memory
   */
  ReadBuffer(int bytes) {
    this.memory = DeviceFile.allocate(bytes);
  }

  /** The buffer was taken from the pool: its taker has the one use. */
  void begin() {
    uses.set(1);
  }

  /** Adds a use, by somebody who has one. */
  void share() {
    uses.incrementAndGet();
  }

  /** Ends a use; says whether it was the last. */
  boolean end() {
    return uses.decrementAndGet() == 0;
  }

  /** Bytes of the memory. */
  int capacity() {
    return memory.bytes().capacity();
  }

  /** The first bytes of the memory. */
  ByteBuffer first(int bytes) {
    return memory.bytes().slice(0, bytes);
  }

  /** Gives the memory back to the process at once; nobody may have a view of it. */
  void free() {
    memory.close();
  }
}
