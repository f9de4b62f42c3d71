package io.strata.perf.common.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Drives one worker with a fake clock. */
class WorkerTest {
  private static final int HUNDRED_A_SECOND = 100;
  private static final long MAX_NANOS = Duration.ofMinutes(1).toNanos();

  private final FakeClock clock = new FakeClock();
  private final Histogram latencies = new Histogram(MAX_NANOS, 3);
  private final Histogram inCache = new Histogram(MAX_NANOS, 3);
  private final List<Long> sent = new ArrayList<>();

  @Test
  void fixedRateChargesAStallToEveryOperationDueMeanwhile() throws Exception {
    Worker.Tally tally = run(Pace.paced(HUNDRED_A_SECOND), 0, this::stallOnce);

    // The operation that stalled, due at 100 ms, and those due until the backlog is cleared: the
    // n-th of them waits 991 - 9 n ms.
    assertThat(millisBetween(latencies, 500, 2000)).isEqualTo(1 + 55);
    assertThat(millisBetween(latencies, 100, 2000)).isEqualTo(1 + 100);
    assertThat(latencies.getTotalCount()).isEqualTo(4 * HUNDRED_A_SECOND);
    assertThat(tally.rows()).hasSize(16);
    assertThat(tally.rows().get(2)).isZero();
    assertThat(sum(tally.rows())).isEqualTo(tally.operations()).isEqualTo(sent.size());
    assertThat(tally.unsent()).isZero();
  }

  @Test
  void fullSpeedRecordsAStallOnce() throws Exception {
    Worker.Tally tally = run(Pace.peak(), 0, this::stallOnce);

    assertThat(millisBetween(latencies, 2, 2000)).isEqualTo(1);
    assertThat(latencies.getTotalCount()).isEqualTo(4000 - 999);
    // The last operation is answered as the window ends and does not count.
    assertThat(tally.operations()).isEqualTo(4000 - 999 - 1);
  }

  private void stallOnce(long number) {
    clock.passMillis(sent.size() == 11 ? 1000 : 1);
  }

  @Test
  void unsentOperationsCountWithTheirLatencyUpToTheLimit() throws Exception {
    Worker.Tally tally = run(Pace.paced(HUNDRED_A_SECOND), 0, number -> clock.passMillis(50));

    assertThat(sent).hasSize(8000 / 50);
    assertThat(tally.unsent()).isEqualTo(4 * HUNDRED_A_SECOND - 8000 / 50);
    assertThat(tally.operations()).isEqualTo(4000 / 50 - 1);
    assertThat(latencies.getTotalCount()).isEqualTo(4 * HUNDRED_A_SECOND);
    // The n-th operation that was sent took 50 + 40 n ms; the unsent ones were due at 1,600 to
    // 3,990 ms.
    assertThat(latencies.getMaxValue()).isCloseTo(6410 * FakeClock.MILLI, within(0.001));
    assertThat(millisBetween(latencies, 0, 3995)).isEqualTo(99);
    assertThat(millisBetween(latencies, 4005, 6500)).isEqualTo(61 + 240);
  }

  @Test
  void operationsDueBeforeTheWindowCountRowsButNoLatency() throws Exception {
    Worker worker = worker(0, number -> clock.passMillis(600));
    Window window = Window.from(0, Duration.ofSeconds(1), Duration.ofSeconds(1));

    Worker.Tally tally = worker.run(Pace.peak(), window);

    // Answered at 600, 1200, 1800 and 2400 ms.
    assertThat(tally.rows()).containsExactly(1L, 0L, 0L, 1L);
    assertThat(tally.operations()).isEqualTo(2);
    assertThat(tally.handled()).isEqualTo(4);
    assertThat(latencies.getTotalCount()).isEqualTo(2);
  }

  @Test
  void everyNthOperationIsRepeatedAndRecordedSeparately() throws Exception {
    Worker.Tally tally = run(Pace.paced(HUNDRED_A_SECOND), 10, number -> clock.passMillis(2));

    assertThat(latencies.getTotalCount()).isEqualTo(400);
    assertThat(tally.operations()).isEqualTo(400);
    assertThat(inCache.getTotalCount()).isEqualTo(40);
    assertThat(inCache.getMaxValue()).isCloseTo(2 * FakeClock.MILLI, within(0.001));
    assertThat(tally.handled()).isEqualTo(440);
    assertThat(sent).hasSize(440);
    assertThat(sent.get(1)).isEqualTo(sent.get(0));
    assertThat(new LinkedHashSet<>(sent)).hasSize(400);
  }

  @Test
  void interleavedThreadsSendInEqualSteps() {
    List<Long> due = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      LongSupplier numbers = Worker.interleaved(3, thread);
      for (int i = 0; i < 4; i++) {
        due.add(Pace.paced(1000).due(7, numbers.getAsLong(), 99));
      }
    }
    due.sort(null);
    for (int i = 0; i < 12; i++) {
      assertThat(due.get(i)).isEqualTo(7 + i * FakeClock.MILLI);
    }
  }

  @Test
  void nothingIsAllocatedForAnOperation() throws Exception {
    Operation.Requests nothing = new Sent(number -> {});
    for (Pace pace : List.of(Pace.peak(), Pace.paced(1_000_000))) {
      long operations = 0;
      long bytes = Long.MAX_VALUE;
      // The first rounds allocate for class loading and until the JIT removes allocations.
      for (int round = 0; round < 3; round++) {
        Worker worker =
            new Worker(
                nothing, Clock.PARKING, Worker.interleaved(1, 0), in(latencies), in(inCache), 1);
        long now = System.nanoTime();
        Window window = Window.from(now, Duration.ZERO, Duration.ofMillis(250));
        long before = allocated();
        operations = worker.run(pace, window).operations();
        bytes = allocated() - before;
      }
      assertThat(operations).as("%s", pace).isGreaterThan(1000);
      assertThat((double) bytes / operations).as("%s", pace).isLessThan(1);
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private Worker.Tally run(Pace pace, int inCacheEvery, LongConsumer server) throws Exception {
    Window window = Window.from(0, Duration.ZERO, Duration.ofSeconds(4));
    Worker worker =
        worker(
            inCacheEvery,
            number -> {
              sent.add(number);
              server.accept(number);
            });
    return worker.run(pace, window);
  }

  private Worker worker(int inCacheEvery, LongConsumer server) {
    return new Worker(
        new Sent(server),
        clock,
        Worker.interleaved(1, 0),
        in(latencies),
        inCacheEvery == 0 ? null : in(inCache),
        inCacheEvery);
  }

  private static Worker.Recorder in(Histogram histogram) {
    return (due, nanos, sent) -> histogram.recordValue(nanos);
  }

  /** Requests of one row each. */
  private record Sent(LongConsumer server) implements Operation.Requests {
    @Override
    public int send(long number) {
      server.accept(number);
      return 1;
    }

    @Override
    public void close() {}
  }

  private static long millisBetween(Histogram histogram, long from, long to) {
    return histogram.getCountBetweenValues(from * FakeClock.MILLI, to * FakeClock.MILLI);
  }

  private static Percentage within(double share) {
    return withPercentage(share * 100);
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }
}
