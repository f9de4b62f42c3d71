package io.strata.replay.curve;

import io.strata.replay.trace.Trace;
import java.util.Arrays;

/**
 * The exact number of LRU hits on a trace for any number of blocks, from all stack distances
 * (Mattson and others, 1970), computed with sums over the latest accesses of blocks (Olken, 1981).
 * Immutable.
 */
final class ExactCurve {
  private static final int NEVER = -1;

  /** By number of blocks. */
  private final int[] hits;

  ExactCurve(Trace trace) {
    hits = new int[trace.blocks() + 1];
    int[] lastOf = new int[trace.blocks()];
    Arrays.fill(lastOf, NEVER);
    LastAccesses last = new LastAccesses(trace.length());
    for (int index = 0; index < trace.length(); index++) {
      int block = trace.at(index);
      if (lastOf[block] != NEVER) {
        hits[last.from(lastOf[block])]++;
        last.change(lastOf[block], -1);
      }
      lastOf[block] = index;
      last.change(index, 1);
    }
    for (int blocks = 1; blocks < hits.length; blocks++) {
      hits[blocks] += hits[blocks - 1];
    }
  }

  /** Returns the number of hits of a cache of this many blocks, 0 or more. */
  int hits(int blocks) {
    return hits[Math.min(blocks, hits.length - 1)];
  }

  /** The latest access of each block; sums with a Fenwick tree. */
  private static final class LastAccesses {
    private final int[] sums;
    private int all;

    LastAccesses(int accesses) {
      sums = new int[accesses + 1];
    }

    void change(int index, int by) {
      all += by;
      for (int i = index + 1; i < sums.length; i += i & -i) {
        sums[i] += by;
      }
    }

    /** Returns how many there are from an access on, including it. */
    int from(int index) {
      int before = 0;
      for (int i = index; i > 0; i -= i & -i) {
        before += sums[i];
      }
      return all - before;
    }
  }
}
