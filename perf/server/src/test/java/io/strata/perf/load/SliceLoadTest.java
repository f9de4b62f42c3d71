package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads, and a server that only sleeps. */
@Timeout(120)
class SliceLoadTest {
  private static final Duration LENGTH = Duration.ofMillis(250);

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong sent = new AtomicLong();

  @Test
  void sliceHasAllItsRequests() throws Exception {
    try (SliceLoad load = new SliceLoad(slow(), 4, Pace.peak())) {
      for (int i = 0; i < 3; i++) {
        long before = sent.get();
        SliceLoad.SliceResult slice = load.run(i, LENGTH);
        assertThat(slice.rows()).isEqualTo(3 * (sent.get() - before)).isPositive();
        assertThat(slice.latencies().getTotalCount()).isEqualTo(sent.get() - before);
        assertThat(slice.unsent()).isZero();
      }
      assertThat(open).as("requests stay open").hasValue(4);
    }
    assertThat(open).hasValue(0);
  }

  /** A comparison keeps the latencies of more than ten thousand slices. */
  @Test
  void latenciesTakeLittleMemory() throws Exception {
    try (SliceLoad load = new SliceLoad(slow(), 4, Pace.peak())) {
      assertThat(load.run(1, LENGTH).latencies().getEstimatedFootprintInBytes())
          .isLessThan(16 << 10);
    }
  }

  @Test
  void sameSeedGivesTheSameRequests() throws Exception {
    List<Long> first = numbers(1);
    assertThat(numbers(1)).containsExactlyElementsOf(first);
    assertThat(numbers(2)).doesNotContainAnyElementsOf(first);
  }

  private List<Long> numbers(long seed) throws Exception {
    List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
    try (SliceLoad load = new SliceLoad(operation(numbers::add), 1, Pace.paced(100))) {
      load.run(seed, LENGTH);
    }
    return numbers;
  }

  @Test
  void requestsThatAreTooLateAreGivenUp() throws Exception {
    try (SliceLoad load = new SliceLoad(operation(number -> pause(50)), 2, Pace.paced(1_000))) {
      SliceLoad.SliceResult slice = load.run(1, LENGTH);
      assertThat(slice.latencies().getTotalCount()).isEqualTo(250);
      assertThat(slice.unsent()).isBetween(200L, 249L);
    }
  }

  @Test
  void requestsBesideTheLoadContinueFromSliceToSlice() throws Exception {
    List<Long> beside = Collections.synchronizedList(new ArrayList<>());
    Operation counted =
        operation(
            number -> {
              pause(1);
              beside.add(number);
            });
    try (SliceLoad load = new SliceLoad(slow(), 1, Pace.peak(), counted)) {
      SliceLoad.SliceResult slice = load.run(1, LENGTH);
      int during = beside.size();
      assertThat(during).isPositive();
      assertThat(3 * (sent.get() - during)).as("not measured").isEqualTo(slice.rows());
      load.run(2, LENGTH);
      assertThat(beside).hasSizeGreaterThan(during);
    }
    assertThat(beside)
        .containsExactlyElementsOf(LongStream.range(0, beside.size()).boxed().toList());
    assertThat(open).hasValue(0);
  }

  @Test
  void failedRequestEndsTheSlice() {
    Operation missing =
        operation(
            number -> {
              pause(1);
              if (sent.get() > 50) {
                throw new BenchException("Row 7 is missing.");
              }
            });
    assertThatThrownBy(() -> forever(missing)).hasMessage("Row 7 is missing.");
    Operation failing =
        operation(
            number -> {
              throw new FileNotFoundException("of the table");
            });
    assertThatThrownBy(() -> forever(failing))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("A request failed")
        .hasMessageContaining("of the table");
    assertThat(open).hasValue(0);
  }

  @Test
  void failedRequestBesideTheLoadIsReported() throws Exception {
    Operation failing =
        operation(
            number -> {
              throw new FileNotFoundException("of the table");
            });
    try (SliceLoad load = new SliceLoad(slow(), 1, Pace.peak(), failing)) {
      assertThatThrownBy(() -> load.run(1, LENGTH))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("beside the load")
          .hasMessageContaining("of the table");
    }
  }

  private static void forever(Operation operation) throws Exception {
    try (SliceLoad load = new SliceLoad(operation, 8, Pace.peak())) {
      load.run(1, Duration.ofHours(1));
    }
  }

  private interface NumberSink {
    void take(long number) throws BenchException, IOException;
  }

  private Operation slow() {
    return operation(number -> pause(1));
  }

  /** Returns requests of three rows each. */
  private Operation operation(NumberSink server) {
    return () -> {
      open.incrementAndGet();
      return new Operation.Requests() {
        @Override
        public int send(long number) throws BenchException, IOException {
          sent.incrementAndGet();
          server.take(number);
          return 3;
        }

        @Override
        public void close() {
          open.decrementAndGet();
        }
      };
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
}
