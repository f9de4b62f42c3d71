package io.strata.readpath.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecordRingTest {
  private static final int SLOTS = 64;
  private static final int PRODUCERS = 4;
  private static final int EACH = 300_000;

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
    long[] last = new long[PRODUCERS];
    long[] counts = new long[2];
    AtomicInteger running = new AtomicInteger(PRODUCERS);
    List<Thread> producers = new ArrayList<>();
    for (int producer = 0; producer < PRODUCERS; producer++) {
      int mine = producer;
      Thread thread =
          new Thread(
              () -> {
                for (long i = 1; i <= EACH; i++) {
                  ring.offer(i, mine, i ^ mine, -i);
                }
                running.decrementAndGet();
              });
      thread.start();
      producers.add(thread);
    }
    boolean more = true;
    while (more) {
      more = running.get() > 0;
      ring.drainTo(
          (first, second, third, fourth) -> {
            counts[0]++;
            boolean whole = third == (first ^ second) && fourth == -first;
            if (!whole || first <= last[(int) second]) {
              counts[1]++;
            }
            last[(int) second] = first;
          });
    }
    for (Thread thread : producers) {
      thread.join();
    }
    assertThat(counts[1]).as("torn, or out of order").isZero();
    assertThat(counts[0] + ring.takeDropped()).isEqualTo((long) PRODUCERS * EACH);
    assertThat(counts[0]).isGreaterThan(SLOTS);
  }
}
