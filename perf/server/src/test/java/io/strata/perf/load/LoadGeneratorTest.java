package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real threads and files, and a server that only sleeps. */
@Timeout(120)
class LoadGeneratorTest {
  private static final Duration NONE = Duration.ZERO;

  @TempDir private Path folder;

  private final AtomicLong handled = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  @Test
  void filesMatchTheResult() throws Exception {
    LoadResult result =
        new LoadGenerator(4, 1, 5)
            .run(
                operation(() -> pause(2)),
                Pace.paced(400),
                Duration.ofMillis(200),
                Duration.ofMillis(2250),
                folder);

    assertThat(result.seconds()).isEqualTo(2.25);
    assertThat(result.latencies().count()).isCloseTo(900, within(1L));
    assertThat(fromLog(RawData.LATENCIES, result)).isEqualTo(result.latencies());
    assertThat(result.inCache()).isNotNull();
    assertThat(fromLog(RawData.IN_CACHE_LATENCIES, result)).isEqualTo(result.inCache());
    assertThat(result.inCache().count()).isBetween(170L, 190L);
    assertThat(result.latencies().p50()).isGreaterThanOrEqualTo(2_000_000);
    assertThat(open).hasValue(0);
  }

  @Test
  void intervalsHaveAllRowsAnsweredMeanwhile() throws Exception {
    LoadResult result = peak(8, operation(() -> pause(1)));

    assertThat(result.throughput().intervalMillis()).isEqualTo(250);
    assertThat(result.throughput().rows()).hasSize(4);
    assertThat(result.throughput().rows().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(result.rows())
        .isEqualTo(3 * result.operations());
    // In addition, each thread has a warm-up request and one that is answered after the end.
    assertThat(result.handledRows()).isEqualTo(handled.get());
    assertThat(result.handledRows() - result.rows()).isBetween(3L * 8, 2L * 3 * 8);
    assertThat(result.unsent()).isZero();
    assertThat(result.inCache()).isNull();
    assertThat(folder.resolve(RawData.IN_CACHE_LATENCIES)).doesNotExist();
    assertThat(result.measures().get(Measure.ROWS_PER_SECOND)).isEqualTo((double) result.rows());
  }

  @Test
  void slowServerIsWaitedForAsLongAgain() throws Exception {
    LoadResult result =
        new LoadGenerator(2, 1, 0)
            .run(
                operation(() -> pause(100)),
                Pace.paced(1000),
                NONE,
                Duration.ofMillis(500),
                folder);

    assertThat(result.latencies().count()).isEqualTo(500);
    assertThat(result.unsent()).isBetween(400L, 499L);
    assertThat(result.latencies().p50()).isGreaterThan(500_000_000);
  }

  @Test
  void sameSeedGivesTheSameRequests() throws Exception {
    List<Long> first = numbers(1);
    assertThat(numbers(1)).startsWith(first.subList(0, 10).toArray(Long[]::new));
    assertThat(numbers(2)).doesNotContainAnyElementsOf(first);
  }

  private List<Long> numbers(long seed) throws Exception {
    List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
    new LoadGenerator(1, seed, 0)
        .run(
            () -> requests(number -> numbers.add(number)),
            Pace.paced(100),
            NONE,
            Duration.ofMillis(250),
            folder);
    return numbers;
  }

  @Test
  void wrongAnswerEndsTheLoad() {
    AtomicInteger requests = new AtomicInteger();
    Operation wrong =
        operation(
            () -> {
              pause(1);
              if (requests.incrementAndGet() == 500) {
                throw new BenchException("Row 7 is missing.");
              }
            });
    assertThatThrownBy(() -> forever(wrong))
        .isInstanceOf(BenchException.class)
        .hasMessage("Row 7 is missing.");
    assertThat(open).hasValue(0);
  }

  @Test
  void failedRequestEndsTheLoadEvenBeforeItsBegin() {
    Operation failing =
        operation(
            () -> {
              throw new FileNotFoundException("of the table");
            });
    assertThatThrownBy(() -> forever(failing))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("A request failed")
        .hasMessageContaining("of the table");
    assertThat(open).hasValue(0);
    Operation closed =
        () -> {
          throw new IOException("no server");
        };
    assertThatThrownBy(() -> forever(closed)).hasMessageContaining("no server");
  }

  private void forever(Operation operation) throws Exception {
    new LoadGenerator(8, 1, 0).run(operation, Pace.peak(), NONE, Duration.ofHours(1), folder);
  }

  @Test
  void numberOfThreadsIsLimited() throws Exception {
    assertThat(peak(128, operation(() -> pause(1))).rows()).isPositive();
    assertThatThrownBy(() -> new LoadGenerator(129, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new LoadGenerator(1, 1, 0)
                    .run(operation(() -> {}), Pace.peak(), NONE, Duration.ofMillis(300), folder))
        .hasMessageContaining("250 ms");
  }

  private LoadResult peak(int threads, Operation operation) throws Exception {
    return new LoadGenerator(threads, 1, 7)
        .run(operation, Pace.peak(), NONE, Duration.ofSeconds(1), folder);
  }

  private interface FakeServer {
    void answer() throws BenchException, IOException;
  }

  private interface NumberSink {
    void take(long number) throws BenchException, IOException;
  }

  private Operation operation(FakeServer server) {
    return () -> requests(number -> server.answer());
  }

  /** Returns requests of three rows each. */
  private Operation.Requests requests(NumberSink server) {
    open.incrementAndGet();
    return new Operation.Requests() {
      @Override
      public int send(long number) throws BenchException, IOException {
        server.take(number);
        handled.addAndGet(3);
        return 3;
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private static void pause(int millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private Latencies fromLog(String name, LoadResult result) throws IOException {
    Histogram all = new Histogram(LatencyLog.MAX_NANOS, 3);
    long end = result.beginMillis();
    int intervals = 0;
    try (HistogramLogReader reader = new HistogramLogReader(folder.resolve(name).toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        assertThat(next.getStartTimeStamp()).as("no gap").isEqualTo(end);
        end = next.getEndTimeStamp();
        all.add((Histogram) next);
        intervals++;
      }
    }
    assertThat(intervals).as("intervals of a second").isEqualTo(3);
    return Latencies.of(all);
  }
}
