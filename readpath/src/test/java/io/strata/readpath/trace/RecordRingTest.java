package io.strata.readpath.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RecordRingTest {
  private static final int SLOTS = 64;
  private static final int PRODUCERS = 4;
  private static final long ENOUGH = 500_000;

  private final RecordRing ring = new RecordRing(SLOTS);

  @Test
  void whatFindsNoRoomIsDroppedAndCounted() {
    for (long i = 1; i <= SLOTS + 5; i++) {
      ring.offer(i, 2 * i, 3 * i, 4 * i);
    }
    assertThat(ring.takeDropped()).isEqualTo(5);
    assertThat(ring.takeDropped()).isZero();
    List<Long> taken = new ArrayList<>();
    int drained =
        ring.drainTo(
            (first, second, third, fourth) -> {
              assertThat(new long[] {second, third, fourth})
                  .containsExactly(2 * first, 3 * first, 4 * first);
              taken.add(first);
            });
    assertThat(drained).isEqualTo(SLOTS);
    assertThat(taken).hasSize(SLOTS).startsWith(1L, 2L).endsWith((long) SLOTS);
    ring.offer(7, 0, 0, 0);
    taken.clear();
    ring.drainTo((first, second, third, fourth) -> taken.add(first));
    assertThat(taken).containsExactly(7L);
  }

  /** Each record is taken whole, once, in its producer's order, or it is counted as dropped. */
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
    long[] last = new long[PRODUCERS];
    long taken = 0;
    while (taken < ENOUGH) {
      taken +=
          ring.drainTo(
              (first, second, third, fourth) ->
                  check(new long[] {first, second, third, fourth}, last));
    }
    enough.set(true);
    for (Thread producer : producers) {
      producer.join();
    }
    taken +=
        ring.drainTo(
            (first, second, third, fourth) ->
                check(new long[] {first, second, third, fourth}, last));
    assertThat(last).as("the last of each").doesNotContain(0);
    assertThat(taken + ring.takeDropped()).isEqualTo(offered.get());
  }

  private long offerUntil(AtomicBoolean enough, int producer) {
    long count = 0;
    while (!enough.get()) {
      count++;
      ring.offer(count, producer, count ^ producer, -count);
      if (count % SLOTS == 0) {
        LockSupport.parkNanos(1);
      }
    }
    return count;
  }

  private static void check(long[] words, long[] last) {
    long count = words[0];
    int producer = (int) words[1];
    boolean whole = words[2] == (count ^ producer) && words[3] == -count;
    if (!whole || count <= last[producer]) {
      throw new AssertionError("Torn or out of order: " + Arrays.toString(words));
    }
    last[producer] = count;
  }
}
