package io.strata.readpath.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RecordRingTest {
  private static final int SLOTS = 64;
  private static final int PRODUCERS = 4;
  private static final long RECORDS = 500_000;

  private final RecordRing ring = new RecordRing(SLOTS);

  @Test
  void recordsBeyondCapacityAreDroppedAndCounted() {
    for (long i = 1; i <= SLOTS + 5; i++) {
      ring.offer(i, 2 * i);
    }
    assertThat(ring.takeDropped()).isEqualTo(5);
    assertThat(ring.takeDropped()).isZero();
    List<Long> taken = new ArrayList<>();
    int drained =
        ring.drainTo(
            (first, second) -> {
              assertThat(second).isEqualTo(2 * first);
              taken.add(first);
            });
    assertThat(drained).isEqualTo(SLOTS);
    assertThat(taken).hasSize(SLOTS).startsWith(1L, 2L).endsWith((long) SLOTS);
    ring.offer(7, 0);
    taken.clear();
    ring.drainTo((first, second) -> taken.add(first));
    assertThat(taken).containsExactly(7L);
  }

  @Test
  void pairsAreDroppedTogether() {
    for (long i = 1; i < SLOTS; i++) {
      ring.offer(i, 0);
    }
    ring.offerPair(91, 0, 92, 0);
    assertThat(ring.takeDropped()).isEqualTo(1);
    ring.drainTo((first, second) -> assertThat(first).isLessThan(SLOTS));
    ring.offerPair(91, 0, 92, 0);
    List<Long> taken = new ArrayList<>();
    ring.drainTo((first, second) -> taken.add(first));
    assertThat(taken).containsExactly(91L, 92L);
  }

  @Test
  void tellsOnceThatItIsHalfFull() {
    List<Integer> told = new ArrayList<>();
    for (int i = 1; i <= SLOTS; i++) {
      if (ring.offer(i, 0)) {
        told.add(i);
      }
    }
    assertThat(told).containsExactly(SLOTS / 2 + 1);
  }

  /**
   * Each record is either consumed whole, once, in its producer's order and next to its pair, or
   * counted as dropped.
   */
  @Test
  void manyProducersLoseNothingUncounted() throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    AtomicLong offered = new AtomicLong();
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      producers.add(new Thread(() -> offered.addAndGet(offerUntil(enough, producer))));
    }
    producers.forEach(Thread::start);
    Checker checker = new Checker();
    while (checker.taken < RECORDS) {
      ring.drainTo(checker);
    }
    enough.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    ring.drainTo(checker);
    assertThat(checker.last).as("the last of each").doesNotContain(0);
    assertThat(checker.pairs).isPositive();
    assertThat(checker.taken + ring.takeDropped()).isEqualTo(offered.get());
  }

  private long offerUntil(AtomicBoolean enough, int producer) {
    long count = 0;
    while (!enough.get()) {
      count++;
      long first = count * PRODUCERS + producer;
      if (count % 5 == 0) {
        ring.offerPair(-first, first, first, ~first);
      } else {
        ring.offer(first, ~first);
      }
      if (count % SLOTS == 0) {
        LockSupport.parkNanos(1);
      }
    }
    return count;
  }

  /** Checks records: the first one of a pair is negative and names the other. */
  private static final class Checker implements RecordRing.Consumer<RuntimeException> {
    private final long[] last = new long[PRODUCERS];
    private long taken;
    private long pairs;
    private long expected;

    @Override
    public void accept(long first, long second) {
      if (first < 0) {
        check(second == -first && expected == 0, first, second);
        expected = second;
        return;
      }
      int producer = (int) (first % PRODUCERS);
      boolean isLater = expected != 0;
      check(second == ~first && first > last[producer], first, second);
      check(!isLater || first == expected, first, second);
      check(isLater == (first / PRODUCERS % 5 == 0), first, second);
      last[producer] = first;
      pairs += isLater ? 1 : 0;
      expected = 0;
      taken++;
    }

    private static void check(boolean isValid, long first, long second) {
      if (!isValid) {
        throw new AssertionError("Torn or out of order: " + first + ", " + second);
      }
    }
  }
}
