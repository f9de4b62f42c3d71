package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which of some blocks goes. Time passes as other blocks arrive. */
class ReuseDistanceTest {
  private static final int BLOCKS = 1_000;
  private static final int FEW = BLOCKS / 20;

  /** After so many, a read is another one. */
  private static final int SOME = 6 * FEW;

  private static final long OTHERS = 1L << 40;

  private final Policy policy = Policies.REUSE_DISTANCE.make((long) BLOCKS * Cards.BYTES, 4_096);
  private long others = OTHERS;

  private int arrive(int i) {
    return policy.arrive(Keys.of(0, i), Cards.BYTES, false);
  }

  private void pass(int blocks) {
    for (int i = 0; i < blocks; i++) {
      policy.arrive(Keys.of(1, others++), Cards.BYTES, false);
    }
  }

  private int victim(int... marks) {
    return policy.victim(new Cards(marks));
  }

  @Test
  void ofBlocksThatWereReadOnceTheNewestThatIsNotNewGoes() {
    int old = arrive(0);
    pass(FEW);
    int newer = arrive(1);
    pass(FEW);
    int newest = arrive(2);
    assertThat(victim(old, newer, newest)).isEqualTo(1);
    assertThat(victim(old, newest)).isZero();
  }

  @Test
  void blocksThatWereReadAgainStayLonger() {
    int read = arrive(0);
    int once = arrive(1);
    pass(SOME);
    read = policy.read(read);
    pass(10 * FEW);
    assertThat(victim(read, once)).isEqualTo(1);
  }

  @Test
  void theLongerTheDistanceTheSoonerABlockGoes() {
    int near = arrive(0);
    int far = arrive(1);
    for (int i = 0; i < 6; i++) {
      pass(SOME);
      near = policy.read(near);
    }
    far = policy.read(far);
    pass(FEW);
    assertThat(victim(near, far)).isEqualTo(1);
  }

  @Test
  void whatIsNotReadForLongGoesHoweverNearItsReadsWere() {
    int near = arrive(0);
    pass(SOME);
    near = policy.read(near);
    int far = arrive(1);
    pass(2 * SOME);
    far = policy.read(far);
    pass(10 * FEW);
    assertThat(victim(near, far)).isZero();
  }

  @Test
  void readsThatFollowEachOtherSoonAreOne() {
    int mark = arrive(0);
    assertThat(policy.read(mark)).isEqualTo(mark);
    pass(FEW);
    assertThat(policy.read(mark)).isEqualTo(mark);
    pass(SOME);
    assertThat(policy.read(mark)).isNotEqualTo(mark);
  }

  @Test
  void aBlockThatComesBackHasADistance() {
    int gone = arrive(0);
    pass(FEW);
    policy.gone(Keys.of(0, 0), gone, Cards.BYTES, true);
    pass(FEW);
    int back = arrive(0);
    int once = arrive(1);
    pass(FEW);
    assertThat(victim(back, once)).isEqualTo(1);
  }

  @Test
  void butNotOneWhoseFileIsGone() {
    int gone = arrive(0);
    pass(FEW);
    policy.gone(Keys.of(0, 0), gone, Cards.BYTES, false);
    int back = arrive(0);
    int once = arrive(1);
    assertThat(policy.rank(back)).isEqualTo(policy.rank(once));
  }

  @Test
  void aBlockThatCameBackGivesWayToOneThatStayed() {
    int gone = arrive(0);
    pass(FEW);
    policy.gone(Keys.of(0, 0), gone, Cards.BYTES, true);
    pass(3 * FEW);
    int stayed = arrive(1);
    pass(SOME);
    stayed = policy.read(stayed);
    int back = arrive(0);
    pass(FEW);
    assertThat(victim(stayed, back)).isEqualTo(1);
    pass(SOME);
    assertThat(victim(stayed, policy.read(back))).isZero();
  }

  @Test
  void newBlocksAreGivenLongerWhenTheyComeBackSoon() {
    assertThat(isYoungSafe()).as("at first").isFalse();
    for (int i = 10; i < 10 * BLOCKS; i++) {
      policy.gone(Keys.of(0, i), arrive(i), Cards.BYTES, true);
      arrive(i);
    }
    assertThat(isYoungSafe()).isTrue();
  }

  /** Whether a block that was read once, a while ago, stays longer than one that was read again. */
  private boolean isYoungSafe() {
    int read = arrive(0);
    pass(SOME);
    read = policy.read(read);
    pass(FEW);
    int young = arrive(1);
    pass(FEW);
    return victim(read, young) == 0;
  }

  @Test
  void aBlockOfAnInMemoryFamilyStaysFourTimesAsLong() {
    int kept = policy.arrive(Keys.of(0, 0), Cards.BYTES, true);
    pass(3 * FEW);
    int read = arrive(1);
    pass(SOME);
    read = policy.read(read);
    pass(2 * FEW);
    assertThat(victim(kept, read)).isEqualTo(1);
    assertThat(policy.read(kept) & Policy.IN_MEMORY).isNotZero();
    pass(BLOCKS);
    assertThat(victim(kept, policy.read(read))).isZero();
  }

  @Test
  void ofTwoThatAreReadAsOftenTheLargerGoes() {
    int small = arrive(0);
    int large = arrive(1);
    pass(SOME);
    small = policy.read(small);
    large = policy.read(large);
    pass(FEW);
    assertThat(policy.victim(new Cards(small, large).ofBytes(8 << 10, 64 << 10))).isEqualTo(1);
    assertThat(policy.victim(new Cards(small, large).ofBytes(64 << 10, 8 << 10))).isZero();
  }

  @Test
  void aLargeBlockStaysThatIsReadMuchMoreOften() {
    int small = arrive(0);
    int large = arrive(1);
    for (int i = 0; i < 12; i++) {
      pass(SOME);
      large = policy.read(large);
    }
    small = policy.read(small);
    assertThat(policy.victim(new Cards(small, large).ofBytes(32 << 10, 64 << 10))).isZero();
  }

  @Test
  void ofBlocksThatWereReadOnceTheNewestGoesHoweverSmallItIs() {
    int old = arrive(0);
    pass(FEW);
    int newer = arrive(1);
    pass(FEW);
    assertThat(policy.victim(new Cards(old, newer).ofBytes(1 << 20, 1 << 10))).isEqualTo(1);
  }

  @Test
  void aNewBlockStaysHoweverLargeItIs() {
    int read = arrive(0);
    pass(SOME);
    read = policy.read(read);
    pass(SOME);
    int fresh = arrive(1);
    assertThat(policy.victim(new Cards(read, fresh).ofBytes(1 << 10, 1 << 30))).isZero();
  }
}
