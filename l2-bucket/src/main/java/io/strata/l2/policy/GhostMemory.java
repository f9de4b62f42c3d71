package io.strata.l2.policy;

import java.nio.ByteBuffer;

/**
 * The memory outside the heap for a policy's ghost entries. It belongs to the cache: a policy that
 * replaces another takes the memory over, so that the change needs no additional memory.
 */
public final class GhostMemory {
  /** The entries of one set of {@link GhostTable}. */
  private static final int MIN_ENTRIES = 8;

  /** Bytes of a cache line, the alignment of the memory: a set of {@link GhostTable} fills one. */
  private static final int LINE_BYTES = 64;

  private GhostMemory() {}

  /**
   * Returns the bytes that {@link #allocate} takes.
   *
   * @param ghosts how many ghost entries, a power of two
   */
  public static long bytes(int ghosts) {
    return LINE_BYTES + Math.max(MIN_ENTRIES, (long) ghosts) * Policy.GHOST_BYTES;
  }

  /** Returns the bytes of this many ghost entries; the memory begins at a multiple of 64. */
  public static int tableBytes(int ghosts) {
    return Math.max(MIN_ENTRIES, ghosts) * Policy.GHOST_BYTES;
  }

  /**
   * Allocates memory.
   *
   * @param ghosts how many ghost entries, a power of two
   */
  public static ByteBuffer allocate(int ghosts) {
    int bytes = tableBytes(ghosts);
    return ByteBuffer.allocateDirect(Math.toIntExact(bytes(ghosts)))
        .alignedSlice(LINE_BYTES)
        .slice(0, bytes);
  }

  /** Clears and returns the memory. A policy still in use may write a word into it afterwards. */
  public static ByteBuffer cleared(ByteBuffer memory) {
    for (int at = 0; at < memory.capacity(); at += Long.BYTES) {
      memory.putLong(at, 0);
    }
    return memory;
  }
}
