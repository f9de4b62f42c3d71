package io.strata.l2.pool;

import org.jspecify.annotations.Nullable;

/** A bucket, formatted for one size class after the other, removed and added again. */
final class Bucket extends Bag.Member {
  final int index;

  /**
   * Headers that there is room for before the slots. Only the thread that has the bucket looks: the
   * one that formats it, removes it or adds it.
   */
  int headers;

  /** The generation of headers that are made for the first time; as {@link #headers}. */
  int generation;

  /** How it is formatted now, or was last; null before the first time. */
  volatile @Nullable FormattedBucket formatted;

  /** Whether it was removed. Only the background thread looks. */
  boolean gone;

  /** Whether it is to be removed, not formatted again, when it comes empty. */
  volatile boolean leaving;

  /** Stands for the bucket where no class has it. */
  final Empty empty = new Empty(this);

  /** A bucket that no class has. */
  static final class Empty extends Bag.Member {
    final Bucket bucket;

    private Empty(Bucket bucket) {
      this.bucket = bucket;
    }
  }

  Bucket(int index) {
    this.index = index;
  }
}
