package io.strata.l2.policy;

/**
 * The hashes by which policies know blocks. A block has the same key each time it is inserted, even
 * if all blocks of its file were evicted in between. Pure arithmetic.
 */
public final class Keys {
  private Keys() {}

  /**
   * Returns the key of a block. Keys are not unique, but collisions are rare enough for ghost
   * entries and sketches. The hash is Stafford's thirteenth variant of the MurmurHash3 finalizer.
   *
   * @param file a number that is always the same for the same file
   * @param offset where the block begins in the file, in bytes
   */
  public static long of(int file, long offset) {
    long h = file * 0x9E3779B97F4A7C15L + offset * 0xD6E8FEB86659FD93L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
