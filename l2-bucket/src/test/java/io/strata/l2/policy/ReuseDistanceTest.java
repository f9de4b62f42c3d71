package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The choice of the victim among given blocks. Time passes by inserting other blocks. */
class ReuseDistanceTest {
  private static final int BLOCKS = 1_000;
  private static final int FEW = BLOCKS / 20;

  /** Reads that are this many blocks apart are not correlated. */
  private static final int SOME = 6 * FEW;

  private static final long OTHERS = 1L << 40;

  private final Policy policy =
      Policies.REUSE_DISTANCE.make((long) BLOCKS * FixedCandidates.BYTES, 4_096);
  private long others = OTHERS;

  private int onInsert(int i) {
    return policy.onInsert(Keys.of(0, i), FixedCandidates.BYTES, false);
  }

  private void pass(int blocks) {
    for (int i = 0; i < blocks; i++) {
      policy.onInsert(Keys.of(1, others++), FixedCandidates.BYTES, false);
    }
  }

  private int victim(int... policyBits) {
    return policy.victim(new FixedCandidates(policyBits));
  }

  @Test
  void newestOfTheBlocksReadOnceIsEvictedOutsideTheWindow() {
    int old = onInsert(0);
    pass(FEW);
    int newer = onInsert(1);
    pass(FEW);
    int newest = onInsert(2);
    assertThat(victim(old, newer, newest)).isEqualTo(1);
    assertThat(victim(old, newest)).isZero();
  }

  @Test
  void blocksReadAgainStayLonger() {
    int read = onInsert(0);
    int once = onInsert(1);
    pass(SOME);
    read = policy.onAccess(read);
    pass(10 * FEW);
    assertThat(victim(read, once)).isEqualTo(1);
  }

  @Test
  void longerReuseDistanceIsEvictedSooner() {
    int near = onInsert(0);
    int far = onInsert(1);
    for (int i = 0; i < 6; i++) {
      pass(SOME);
      near = policy.onAccess(near);
    }
    far = policy.onAccess(far);
    pass(FEW);
    assertThat(victim(near, far)).isEqualTo(1);
  }

  @Test
  void oneLongDistanceDoesNotOutweighSeveralShortOnes() {
    int often = onInsert(0);
    for (int i = 0; i < 3; i++) {
      pass(SOME);
      often = policy.onAccess(often);
    }
    pass(2 * FEW);
    int rarely = onInsert(1);
    pass(2 * SOME - 2 * FEW);
    often = policy.onAccess(often);
    rarely = policy.onAccess(rarely);
    pass(FEW);
    assertThat(victim(often, rarely)).isEqualTo(1);
  }

  @Test
  void longPauseOutweighsOneDistanceMoreThanSeveral() {
    int often = onInsert(0);
    for (int i = 0; i < 2; i++) {
      pass(SOME);
      often = policy.onAccess(often);
    }
    int rarely = onInsert(1);
    pass(SOME);
    often = policy.onAccess(often);
    rarely = policy.onAccess(rarely);
    pass(2 * SOME);
    assertThat(victim(often, rarely)).isEqualTo(1);
  }

  @Test
  void reuseDistanceIsLimited() {
    int once = onInsert(0);
    int read = onInsert(1);
    pass(20 * BLOCKS);
    read = policy.onAccess(read);
    assertThat(policy.wasReadAgain(read)).isTrue();
    assertThat(policy.rank(read)).isLessThan(policy.rank(once));
  }

  @Test
  void overdueBlockIsEvictedHoweverShortItsReuseDistance() {
    int near = onInsert(0);
    pass(SOME);
    near = policy.onAccess(near);
    int far = onInsert(1);
    pass(2 * SOME);
    far = policy.onAccess(far);
    pass(10 * FEW);
    assertThat(victim(near, far)).isZero();
  }

  @Test
  void correlatedReadsCountAsOne() {
    int bits = onInsert(0);
    assertThat(policy.onAccess(bits)).isEqualTo(bits);
    pass(FEW);
    assertThat(policy.onAccess(bits)).isEqualTo(bits);
    pass(SOME);
    assertThat(policy.onAccess(bits)).isNotEqualTo(bits);
  }

  @Test
  void evictedBlockThatReturnsHasAReuseDistance() {
    int evicted = onInsert(0);
    pass(FEW);
    policy.onEvict(Keys.of(0, 0), evicted, FixedCandidates.BYTES, true);
    pass(FEW);
    int back = onInsert(0);
    int once = onInsert(1);
    pass(FEW);
    assertThat(victim(back, once)).isEqualTo(1);
  }

  @Test
  void blockEvictedByRequestHasNoneWhenItReturns() {
    int evicted = onInsert(0);
    pass(FEW);
    policy.onEvict(Keys.of(0, 0), evicted, FixedCandidates.BYTES, false);
    int back = onInsert(0);
    int once = onInsert(1);
    assertThat(policy.rank(back)).isEqualTo(policy.rank(once));
  }

  @Test
  void freshBlockIsEvictedBeforeOneThatStayed() {
    int evicted = onInsert(0);
    pass(FEW);
    policy.onEvict(Keys.of(0, 0), evicted, FixedCandidates.BYTES, true);
    pass(3 * FEW);
    int stayed = onInsert(1);
    pass(SOME);
    stayed = policy.onAccess(stayed);
    int back = onInsert(0);
    pass(FEW);
    assertThat(victim(stayed, back)).isEqualTo(1);
    pass(SOME);
    assertThat(victim(stayed, policy.onAccess(back))).isZero();
  }

  @Test
  void windowGrowsWhenNewBlocksReturnSoon() {
    assertThat(isYoungSafe()).as("at first").isFalse();
    for (int i = 10; i < 10 * BLOCKS; i++) {
      policy.onEvict(Keys.of(0, i), onInsert(i), FixedCandidates.BYTES, true);
      onInsert(i);
    }
    assertThat(isYoungSafe()).isTrue();
  }

  /** Returns whether a block read once, a while ago, outlives one that was read again. */
  private boolean isYoungSafe() {
    int read = onInsert(0);
    pass(SOME);
    read = policy.onAccess(read);
    pass(FEW);
    int young = onInsert(1);
    pass(FEW);
    return victim(read, young) == 0;
  }

  @Test
  void inMemoryBlockStaysFourTimesAsLong() {
    int kept = policy.onInsert(Keys.of(0, 0), FixedCandidates.BYTES, true);
    pass(3 * FEW);
    int read = onInsert(1);
    pass(SOME);
    read = policy.onAccess(read);
    pass(2 * FEW);
    assertThat(victim(kept, read)).isEqualTo(1);
    assertThat(policy.onAccess(kept) & Policy.IN_MEMORY).isNotZero();
    pass(BLOCKS);
    assertThat(victim(kept, policy.onAccess(read))).isZero();
  }

  @Test
  void largerOfTwoEquallyFrequentBlocksIsEvicted() {
    int small = onInsert(0);
    int large = onInsert(1);
    pass(SOME);
    small = policy.onAccess(small);
    large = policy.onAccess(large);
    pass(FEW);
    assertThat(policy.victim(new FixedCandidates(small, large).ofBytes(8 << 10, 64 << 10)))
        .isEqualTo(1);
    assertThat(policy.victim(new FixedCandidates(small, large).ofBytes(64 << 10, 8 << 10)))
        .isZero();
  }

  @Test
  void largeBlockThatIsReadMuchMoreOftenStays() {
    int small = onInsert(0);
    int large = onInsert(1);
    for (int i = 0; i < 12; i++) {
      pass(SOME);
      large = policy.onAccess(large);
    }
    small = policy.onAccess(small);
    assertThat(policy.victim(new FixedCandidates(small, large).ofBytes(32 << 10, 64 << 10)))
        .isZero();
  }

  @Test
  void newestOfTheBlocksReadOnceIsEvictedHoweverSmall() {
    int old = onInsert(0);
    pass(FEW);
    int newer = onInsert(1);
    pass(FEW);
    assertThat(policy.victim(new FixedCandidates(old, newer).ofBytes(1 << 20, 1 << 10)))
        .isEqualTo(1);
  }

  @Test
  void newBlockStaysHoweverLarge() {
    int read = onInsert(0);
    pass(SOME);
    read = policy.onAccess(read);
    pass(SOME);
    int fresh = onInsert(1);
    assertThat(policy.victim(new FixedCandidates(read, fresh).ofBytes(1 << 10, 1 << 30))).isZero();
  }
}
