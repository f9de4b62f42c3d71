package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * The most that any policy could reach if it knew what comes: the block goes that is read again
 * last of all, and one that would be it is not let in (Belady, 1966). Takes some microseconds for
 * each access.
 */
public final class Belady implements Policy {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int ABSENT = -1;

  @Override
  public String title() {
    return "Belady's optimum";
  }

  /** Only where all blocks weigh the same is this the most. */
  @Override
  public boolean accepts(Trace trace) {
    return !trace.hasLengths();
  }

  @Override
  public Hits hits(Trace trace, long size) {
    int[] next = nextAccesses(trace);
    int[] nextOf = new int[trace.blocks()];
    Arrays.fill(nextOf, ABSENT);
    TreeSet<Long> byNext = new TreeSet<>();
    Hits.Counter hits = new Hits.Counter();
    for (int place = 0; place < next.length; place++) {
      int block = trace.at(place);
      if (nextOf[block] != ABSENT) {
        hits.add(trace.lengthOf(block));
        byNext.remove(key(nextOf[block], block));
      }
      nextOf[block] = next[place];
      byNext.add(key(next[place], block));
      if (byNext.size() > size) {
        long last = byNext.last();
        byNext.remove(last);
        nextOf[(int) last] = ABSENT;
      }
    }
    return hits.sum();
  }

  private static long key(int next, int block) {
    return (long) next << Integer.SIZE | block;
  }

  /** For each access, the place of the next one to the same block. */
  private static int[] nextAccesses(Trace trace) {
    int[] next = new int[trace.length()];
    int[] nextOf = new int[trace.blocks()];
    Arrays.fill(nextOf, NEVER);
    for (int place = next.length - 1; place >= 0; place--) {
      int block = trace.at(place);
      next[place] = nextOf[block];
      nextOf[block] = place;
    }
    return next;
  }
}
