package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;

/** The block goes that was read longest ago, exactly: what other policies are measured by. */
public final class Lru implements Policy {
  @Override
  public String title() {
    return "LRU";
  }

  @Override
  public int hits(Trace trace, int entries) {
    Recency recency = new Recency(trace.blocks());
    int hits = 0;
    int held = 0;
    for (int place = 0; place < trace.length(); place++) {
      int block = trace.at(place);
      if (recency.remove(block)) {
        hits++;
      } else if (held == entries) {
        recency.remove(recency.oldest());
      } else {
        held++;
      }
      recency.addNewest(block);
    }
    return hits;
  }

  /**
   * A ring of blocks in the order of their reads, with one place that no block has between ends.
   */
  private static final class Recency {
    private static final int ABSENT = -1;

    private final int[] older;
    private final int[] newer;
    private final int ends;

    Recency(int blocks) {
      older = new int[blocks + 1];
      newer = new int[blocks + 1];
      Arrays.fill(newer, ABSENT);
      ends = blocks;
      older[ends] = ends;
      newer[ends] = ends;
    }

    int oldest() {
      return newer[ends];
    }

    boolean remove(int block) {
      if (newer[block] == ABSENT) {
        return false;
      }
      newer[older[block]] = newer[block];
      older[newer[block]] = older[block];
      newer[block] = ABSENT;
      return true;
    }

    void addNewest(int block) {
      older[block] = older[ends];
      newer[block] = ends;
      newer[older[ends]] = block;
      older[ends] = block;
    }
  }
}
