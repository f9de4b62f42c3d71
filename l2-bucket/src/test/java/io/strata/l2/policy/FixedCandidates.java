package io.strata.l2.policy;

import java.util.ArrayList;
import java.util.List;

/** Candidates given by a test: blocks with the keys 0, 1, 2 and so on, of one size or several. */
final class FixedCandidates implements Candidates {
  static final int BYTES = 100;

  private final List<Integer> all = new ArrayList<>();
  private int[] bytes = {};

  FixedCandidates(int... all) {
    for (int bits : all) {
      this.all.add(bits);
    }
  }

  /** Sets the sizes of the first candidates. */
  FixedCandidates ofBytes(int... sizes) {
    bytes = sizes.clone();
    return this;
  }

  @Override
  public int count() {
    return all.size();
  }

  @Override
  public int policyBits(int i) {
    return all.get(i);
  }

  @Override
  public long key(int i) {
    return Keys.of(0, i);
  }

  @Override
  public int bytes(int i) {
    return i < bytes.length ? bytes[i] : BYTES;
  }

  @Override
  public boolean setPolicyBits(int i, int bits) {
    all.set(i, bits);
    return true;
  }
}
