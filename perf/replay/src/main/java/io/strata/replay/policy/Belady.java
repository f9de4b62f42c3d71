package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * The optimal policy, which knows all later accesses: it evicts the block that is read again last,
 * and does not insert a block that would be evicted at once (Belady, 1966). Takes some microseconds
 * per access.
 */
public final class Belady implements Policy {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int ABSENT = -1;

  @Override
  public String title() {
    return "Belady's optimum";
  }

  /** The policy is optimal only for blocks of one size. */
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
    for (int index = 0; index < next.length; index++) {
      int block = trace.at(index);
      if (nextOf[block] != ABSENT) {
        hits.add(trace.lengthOf(block));
        byNext.remove(key(nextOf[block], block));
      }
      nextOf[block] = next[index];
      byNext.add(key(next[index], block));
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

  /** Returns for each access the index of the next access to the same block. */
  private static int[] nextAccesses(Trace trace) {
    int[] next = new int[trace.length()];
    int[] nextOf = new int[trace.blocks()];
    Arrays.fill(nextOf, NEVER);
    for (int index = next.length - 1; index >= 0; index--) {
      int block = trace.at(index);
      next[index] = nextOf[block];
      nextOf[block] = index;
    }
    return next;
  }
}
