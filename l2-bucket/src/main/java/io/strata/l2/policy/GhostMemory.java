package io.strata.l2.policy;

import java.nio.ByteBuffer;

/**
 * The memory outside the heap in which a policy remembers blocks that went. It is the cache's, and
 * goes from a policy to the one that follows it: so that a cache takes no more while one replaces
 * the other.
 */
public final class GhostMemory {
  /** Fewer than a set of {@link GhostTable} has are not worth a line of their own. */
  private static final int MIN_COUNT = 8;

  /** Bytes of a cache line, where the memory begins: a set of {@link GhostTable} fills one. */
  private static final int LINE_BYTES = 64;

  private GhostMemory() {}

  /**
   * Bytes that {@link #allocate} takes.
   *
   * @param blocks how many are to be remembered, a power of two
   */
  public static long bytes(int blocks) {
    return LINE_BYTES + Math.max(MIN_COUNT, (long) blocks) * Policy.BYTES_TO_REMEMBER;
  }

  /** Bytes in which a policy remembers so many blocks, beginning at a multiple of 64. */
  public static int room(int blocks) {
    return Math.max(MIN_COUNT, blocks) * Policy.BYTES_TO_REMEMBER;
  }

  /**
   * Takes memory.
   *
   * @param blocks how many are to be remembered, a power of two
   */
  public static ByteBuffer allocate(int blocks) {
    int bytes = room(blocks);
    return ByteBuffer.allocateDirect(Math.toIntExact(bytes(blocks)))
        .alignedSlice(LINE_BYTES)
        .slice(0, bytes);
  }

  /** The same memory, all zero. A policy that is still in use may write a word into it later. */
  public static ByteBuffer cleared(ByteBuffer memory) {
    for (int at = 0; at < memory.capacity(); at += Long.BYTES) {
      memory.putLong(at, 0);
    }
    return memory;
  }
}
