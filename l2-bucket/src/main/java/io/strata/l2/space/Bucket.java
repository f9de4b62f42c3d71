package io.strata.l2.space;

import org.jspecify.annotations.Nullable;

/** A bucket for as long as the store has it, cut for one size class after the other. */
final class Bucket extends Bag.Member {
  final int index;

  /**
   * Headers that there is room for before the slots. Only the thread that cuts the bucket looks.
   */
  int headers;

  /** How it is cut now, or was last; null before the first time. */
  volatile @Nullable CutBucket cut;

  /** Whether it was removed. Only the background thread looks. */
  boolean gone;

  /** Whether it is to be removed, not cut again, when it comes empty. */
  volatile boolean leaving;

  Bucket(int index) {
    this.index = index;
  }
}
