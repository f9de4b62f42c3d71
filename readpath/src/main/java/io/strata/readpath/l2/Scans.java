package io.strata.readpath.l2;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Notices reads of disks that follow one another in a file. Thread-safe, without a lock: each read
 * leaves word of where the next would begin, in one of a few places, and another's word there is
 * lost. Two blocks that stand side by side are read one after the other by chance as well, if the
 * file is small; so it takes three to be a scan. Whoever is taken for one that is none reads too
 * much once.
 */
final class Scans {
  private static final int LOG_PLACES = 6;
  private static final int SCAN = 2;

  /** The bits of a word that say how many reads lead up to there; they are never all zero. */
  private static final long COUNT = 3;

  /** 2^64 by the golden ratio: the upper bits of a product depend on all of the factor's. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final AtomicLongArray expected = new AtomicLongArray(1 << LOG_PLACES);

  /** How many reads, each where the one before ended, lead up to this one, as far as two. */
  int readsBefore(String file, long offset) {
    long word = word(file, offset);
    long there = expected.get(placeOf(word));
    return (there & ~COUNT) == word ? (int) (there & COUNT) : 0;
  }

  /** Whether so many reads before one make it a scan's. */
  static boolean isScan(int readsBefore) {
    return readsBefore == SCAN;
  }

  /**
   * A read of a file ended here.
   *
   * @param readsBefore of that read
   */
  void ended(String file, long offset, int readsBefore) {
    long word = word(file, offset);
    expected.set(placeOf(word), word | Math.min(SCAN, readsBefore + 1));
  }

  private static long word(String file, long offset) {
    return (((long) file.hashCode() << Integer.SIZE) + offset) * MIX & ~COUNT;
  }

  private static int placeOf(long word) {
    return (int) (word >>> (Long.SIZE - LOG_PLACES));
  }
}
