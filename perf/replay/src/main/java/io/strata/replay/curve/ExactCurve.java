package io.strata.replay.curve;

import io.strata.replay.trace.Trace;
import java.util.Arrays;

/**
 * How many accesses of a trace LRU hits, at any number of blocks: all stack distances (Mattson and
 * others, 1970), each by sums over the accesses at which blocks were last met (Olken, 1981).
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
    Newest newest = new Newest(trace.length());
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      if (lastOf[block] != NEVER) {
        hits[newest.from(lastOf[block])]++;
        newest.change(lastOf[block], -1);
      }
      lastOf[block] = place;
      newest.change(place, 1);
    }
    for (int blocks = 1; blocks < hits.length; blocks++) {
      hits[blocks] += hits[blocks - 1];
    }
  }

  /** How many accesses find their block in a cache of so many, 0 or more. */
  int hits(int blocks) {
    return hits[Math.min(blocks, hits.length - 1)];
  }

  /** The places at which blocks were met last; sums by a Fenwick tree. */
  private static final class Newest {
    private final int[] sums;
    private int all;

    Newest(int places) {
      sums = new int[places + 1];
    }

    void change(int place, int by) {
      all += by;
      for (int i = place + 1; i < sums.length; i += i & -i) {
        sums[i] += by;
      }
    }

    /** How many there are from a place on, itself included. */
    int from(int place) {
      int before = 0;
      for (int i = place; i > 0; i -= i & -i) {
        before += sums[i];
      }
      return all - before;
    }
  }
}
