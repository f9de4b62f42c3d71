package io.strata.readpath.l2;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Detects sequential reads of a file from flash. Thread-safe and lock-free: each read stores the
 * offset at which the next one would begin in one of a few cells, and overwrites what is there. In
 * a small file, two adjacent blocks are also read in order by chance, so three reads make a scan. A
 * false positive reads too much once.
 */
final class Scans {
  private static final int LOG_CELLS = 6;
  private static final int SCAN = 2;

  /** Bits of a word that count the sequential reads up to there; never all zero. */
  private static final long COUNT = 3;

  /** 2^64 / golden ratio: the upper bits of a product depend on all bits of the factor. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final AtomicLongArray expected = new AtomicLongArray(1 << LOG_CELLS);

  /** Returns the number of sequential reads before this one, at most 2. */
  int readsBefore(String file, long offset) {
    long word = word(file, offset);
    long stored = expected.get(cellOf(word));
    return (stored & ~COUNT) == word ? (int) (stored & COUNT) : 0;
  }

  /** Returns whether a read with this many sequential reads before it belongs to a scan. */
  static boolean isScan(int readsBefore) {
    return readsBefore == SCAN;
  }

  /**
   * Records the end of a read.
   *
   * @param readsBefore value of {@link #readsBefore} for that read
   */
  void ended(String file, long offset, int readsBefore) {
    long word = word(file, offset);
    expected.set(cellOf(word), word | Math.min(SCAN, readsBefore + 1));
  }

  private static long word(String file, long offset) {
    return (((long) file.hashCode() << Integer.SIZE) + offset) * MIX & ~COUNT;
  }

  private static int cellOf(long word) {
    return (int) (word >>> (Long.SIZE - LOG_CELLS));
  }
}
