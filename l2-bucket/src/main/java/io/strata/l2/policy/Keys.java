package io.strata.l2.policy;

/**
 * What policies remember blocks by after they are gone. The same block has the same key each time
 * that it comes, also when all blocks of its file were gone in between. Pure arithmetic.
 */
public final class Keys {
  private Keys() {}

  /**
   * The key of a block: not exact, but two blocks share one rarely enough for what is only a
   * recollection. Stafford's thirteenth variant of the MurmurHash3 finalizer.
   *
   * @param file the same number for the same file, always
   * @param offset where in the file the block begins
   */
  public static long of(int file, long offset) {
    long h = file * 0x9E3779B97F4A7C15L + offset * 0xD6E8FEB86659FD93L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
