package io.strata.replay.policy;

import java.util.Arrays;

/** Blocks in order of their last access, in a linked ring with a sentinel. Not thread-safe. */
final class Recency {
  private static final int ABSENT = -1;

  private final int[] older;
  private final int[] newer;
  private final int sentinel;

  /**
   * @param blocks the number of blocks, which are numbered from 0
   */
  Recency(int blocks) {
    older = new int[blocks + 1];
    newer = new int[blocks + 1];
    Arrays.fill(newer, ABSENT);
    sentinel = blocks;
    older[sentinel] = sentinel;
    newer[sentinel] = sentinel;
  }

  /** Returns the least recently accessed of one or more blocks. */
  int oldest() {
    return newer[sentinel];
  }

  /** Removes a block. Returns whether it was present. */
  boolean remove(int block) {
    if (newer[block] == ABSENT) {
      return false;
    }
    newer[older[block]] = newer[block];
    older[newer[block]] = older[block];
    newer[block] = ABSENT;
    return true;
  }

  /** Adds an absent block as the most recent. */
  void addNewest(int block) {
    older[block] = older[sentinel];
    newer[block] = sentinel;
    newer[older[sentinel]] = block;
    older[sentinel] = block;
  }
}
