package io.strata.replay.policy;

import java.util.Arrays;

/**
 * A ring of blocks in the order of their reads, with one place that no block has between its ends.
 * Not thread-safe.
 */
final class Recency {
  private static final int ABSENT = -1;

  private final int[] older;
  private final int[] newer;
  private final int ends;

  /**
   * @param blocks how many there are; they are numbered from 0
   */
  Recency(int blocks) {
    older = new int[blocks + 1];
    newer = new int[blocks + 1];
    Arrays.fill(newer, ABSENT);
    ends = blocks;
    older[ends] = ends;
    newer[ends] = ends;
  }

  /** The block that was read longest ago, of one or more. */
  int oldest() {
    return newer[ends];
  }

  /** Takes a block out, and says whether it was there. */
  boolean remove(int block) {
    if (newer[block] == ABSENT) {
      return false;
    }
    newer[older[block]] = newer[block];
    older[newer[block]] = older[block];
    newer[block] = ABSENT;
    return true;
  }

  /** Adds a block that is not there. */
  void addNewest(int block) {
    older[block] = older[ends];
    newer[block] = ends;
    newer[older[ends]] = block;
    older[ends] = block;
  }
}
