package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * LRU, S3-FIFO and W-TinyLFU by the rules of their papers, and what all policies have in common.
 */
class OtherPoliciesTest {
  private static final int BLOCKS = 1_000;
  private static final int FEW = BLOCKS / 20;

  private long others;

  private static Policy make(Policies which) {
    return which.make((long) BLOCKS * FixedCandidates.BYTES, 4_096);
  }

  private static int onInsert(Policy policy, int i) {
    return policy.onInsert(Keys.of(0, i), FixedCandidates.BYTES, false);
  }

  /** Inserts other blocks and evicts them by request, so that only time passes. */
  private void pass(Policy policy, int blocks) {
    for (int i = 0; i < blocks; i++) {
      long key = Keys.of(1, others++);
      int bits = policy.onInsert(key, FixedCandidates.BYTES, false);
      policy.onEvict(key, bits, FixedCandidates.BYTES, false);
    }
  }

  /** Inserts other blocks, which stay. */
  private void fill(Policy policy, int blocks) {
    for (int i = 0; i < blocks; i++) {
      policy.onInsert(Keys.of(1, others++), FixedCandidates.BYTES, false);
    }
  }

  @Test
  void lruEvictsTheLeastRecentlyUsedBlock() {
    Policy lru = make(Policies.LRU);
    int first = onInsert(lru, 0);
    pass(lru, FEW);
    int second = onInsert(lru, 1);
    pass(lru, FEW);
    assertThat(lru.victim(new FixedCandidates(first, second))).isZero();
    first = lru.onAccess(first);
    assertThat(lru.victim(new FixedCandidates(first, second))).isEqualTo(1);
    assertThat(lru.victim(new FixedCandidates())).isEqualTo(Policy.NONE);
  }

  @Test
  void lruKeepsInMemoryFamiliesFourTimesAsLong() {
    Policy lru = make(Policies.LRU);
    int kept = lru.onInsert(Keys.of(0, 0), FixedCandidates.BYTES, true);
    pass(lru, 4 * FEW);
    int other = onInsert(lru, 1);
    pass(lru, 4 * FEW);
    assertThat(lru.victim(new FixedCandidates(kept, other))).isEqualTo(1);
    pass(lru, 12 * FEW);
    assertThat(lru.victim(new FixedCandidates(kept, lru.onAccess(other)))).isZero();
  }

  @Test
  void s3FifoMovesBlocksReadTwiceInTheSmallQueueToTheMainQueue() {
    Policy fifo = make(Policies.S3_FIFO);
    int often = fifo.onAccess(fifo.onAccess(onInsert(fifo, 0)));
    pass(fifo, FEW);
    int once = fifo.onAccess(onInsert(fifo, 1));
    fill(fifo, BLOCKS / 5);
    FixedCandidates candidates = new FixedCandidates(often, once);
    assertThat(fifo.victim(candidates)).isEqualTo(1);
    // The other one is in the main queue by now, with no read counted.
    assertThat(candidates.policyBits(0)).isNotEqualTo(often);
    assertThat(fifo.victim(new FixedCandidates(candidates.policyBits(0), once)))
        .as("the small queue is full")
        .isEqualTo(1);
  }

  @Test
  void s3FifoInsertsGhostsOfTheSmallQueueIntoTheMainQueue() {
    Policy fifo = make(Policies.S3_FIFO);
    int bits = onInsert(fifo, 0);
    fifo.onEvict(Keys.of(0, 0), bits, FixedCandidates.BYTES, true);
    pass(fifo, FEW);
    int back = onInsert(fifo, 0);
    pass(fifo, FEW);
    int young = onInsert(fifo, 1);
    fill(fifo, BLOCKS / 5);
    assertThat(fifo.victim(new FixedCandidates(back, young))).isEqualTo(1);
  }

  @Test
  void s3FifoReinsertsABlockOfTheMainQueueThatWasRead() {
    Policy fifo = make(Policies.S3_FIFO);
    int older = fifo.onAccess(onInsert(fifo, 0) ^ mainOf(fifo));
    pass(fifo, FEW);
    int younger = onInsert(fifo, 1) ^ mainOf(fifo);
    pass(fifo, FEW);
    FixedCandidates candidates = new FixedCandidates(older, younger);
    assertThat(fifo.victim(candidates)).isEqualTo(1);
    assertThat(fifo.victim(new FixedCandidates(candidates.policyBits(0), younger))).isEqualTo(1);
  }

  /** Returns the difference between policy bits of the main queue and of the small queue. */
  private static int mainOf(Policy fifo) {
    int small = fifo.onInsert(Keys.of(7, 7), 0, false);
    fifo.onEvict(Keys.of(7, 7), small, 0, true);
    return small ^ fifo.onInsert(Keys.of(7, 7), 0, false);
  }

  @Test
  void wTinyLfuKeepsTheMoreFrequentBlock() {
    Policy lfu = make(Policies.W_TINY_LFU);
    int main = onInsert(lfu, 0);
    fill(lfu, BLOCKS);
    // The main region is still empty: the oldest blocks of the window enter it uncontested.
    FixedCandidates first = new FixedCandidates(main);
    lfu.victim(first);
    assertThat(first.policyBits(0)).isNotEqualTo(main);
    main = first.policyBits(0);

    int once = onInsert(lfu, 1);
    assertThat(victimOfTwo(lfu, main, once)).as("as often as the other").isEqualTo(1);
    int often = onInsert(lfu, 1);
    for (int i = 0; i < 5; i++) {
      often = lfu.onAccess(often);
    }
    assertThat(victimOfTwo(lfu, main, often)).as("more often").isZero();
  }

  /** The window exceeds its length, but not so far that blocks leave it uncontested. */
  private int victimOfTwo(Policy lfu, int main, int window) {
    int victim = lfu.victim(new FixedCandidates(main, window, window, window, window, window));
    return Math.min(victim, 1);
  }

  @Test
  void sketchCountsAndHalves() {
    FrequencySketch sketch = new FrequencySketch(GhostMemory.allocate(64));
    for (int i = 0; i < 5; i++) {
      sketch.add(Keys.of(0, 1), 1);
    }
    sketch.add(Keys.of(0, 2), 100);
    assertThat(sketch.count(Keys.of(0, 1))).isEqualTo(5);
    assertThat(sketch.count(Keys.of(0, 2))).isEqualTo(FrequencySketch.MAX_COUNT);
    assertThat(sketch.count(Keys.of(0, 3))).isZero();
    for (int i = 0; i < 6; i++) {
      sketch.add(Keys.of(0, 2), 100);
    }
    assertThat(sketch.count(Keys.of(0, 1))).as("halved").isEqualTo(2);
  }

  /** LRU's policy bits do not tell. */
  @Test
  void eachPolicyKnowsOfASecondReadFromThePolicyBits() {
    for (Policies which : Policies.values()) {
      Policy policy = make(which);
      int once = onInsert(policy, 0);
      assertThat(policy.wasReadAgain(once)).as("%s, inserted", which.title()).isFalse();
      pass(policy, BLOCKS / 2);
      assertThat(policy.wasReadAgain(policy.onAccess(once)))
          .as("%s, read again", which.title())
          .isEqualTo(which != Policies.LRU);
      int kept = policy.onInsert(Keys.of(0, 1), FixedCandidates.BYTES, true);
      assertThat(policy.wasReadAgain(kept)).as("%s, in-memory", which.title()).isFalse();
    }
  }
}
