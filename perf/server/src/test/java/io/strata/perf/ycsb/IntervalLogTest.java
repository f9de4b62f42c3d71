package io.strata.perf.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.common.BenchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {
  private static final long BEGIN = 1_700_000_000_000L;

  @TempDir private Path folder;

  @Test
  void microsecondsAreConvertedToNanoseconds() throws Exception {
    IntervalLog micros =
        new IntervalLog(List.of(interval(0, 1001, 137, 137, 2_000_017), interval(1001, 2000, 42)));
    Path file = folder.resolve("latency.hlog");
    micros.writeNanos(file);

    IntervalLog nanos = IntervalLog.read(file);
    assertThat(nanos.count()).isEqualTo(4);
    assertThat(nanos.beginMillis()).isEqualTo(BEGIN);
    assertThat(nanos.endMillis()).isEqualTo(BEGIN + 2000);
    Histogram first = nanos.intervals().get(0);
    assertThat((double) first.getValueAtPercentile(50)).isCloseTo(137e3, within(137.0));
    assertThat((double) first.getMaxValue()).isCloseTo(2_000_017e3, within(2_000_017.0));
    assertThat(nanos.intervals().get(1).getTotalCount()).isEqualTo(1);
  }

  @Test
  void sumOfRowsIsExactUpToTheMaximum() {
    int max = HBaseBinding.MAX_ROWS;
    IntervalLog rows =
        new IntervalLog(List.of(interval(0, 1000, 100, max, 1), interval(1000, 2000, max - 1)));
    assertThat(rows.sum()).isEqualTo(100 + max + 1 + max - 1);
  }

  @Test
  void rowsAreSpreadOverTheSeconds() {
    IntervalLog rows =
        new IntervalLog(
            List.of(
                interval(0, 1000, 10),
                interval(1000, 1000),
                interval(1000, 2500, 30),
                interval(2500, 3004, 8),
                interval(3004, 3009, 1)));
    Throughput throughput = rows.perSecond(BEGIN, BEGIN + 3009);
    assertThat(throughput.intervalMillis()).isEqualTo(1000);
    assertThat(throughput.rows()).containsExactly(10L, 20L, 19L);
  }

  @Test
  void warmUpIsLeftOut() throws Exception {
    IntervalLog log =
        new IntervalLog(
            List.of(interval(40, 998, 1), interval(998, 2003, 2, 2), interval(2003, 2500, 3)));
    assertThat(log.from(BEGIN + 40).count()).isEqualTo(4);
    assertThat(log.from(BEGIN + 1040).count()).isEqualTo(3);
    assertThat(log.from(BEGIN + 2000).count()).isEqualTo(1);
    assertThatThrownBy(() -> log.from(BEGIN + 3040))
        .hasMessage("YCSB measured nothing after the warm-up.");
  }

  @Test
  void emptyLogIsRejected() throws Exception {
    Path file = folder.resolve("OPERATION.hdr");
    assertThatThrownBy(() -> IntervalLog.read(file)).isInstanceOf(BenchException.class);
    Files.writeString(file, "#[Histogram log format version 1.2]\n");
    assertThatThrownBy(() -> IntervalLog.read(file))
        .hasMessage("YCSB measured nothing: " + file + " is missing or empty.");
  }

  private static Histogram interval(long begin, long end, long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    histogram.setStartTimeStamp(BEGIN + begin);
    histogram.setEndTimeStamp(BEGIN + end);
    return histogram;
  }
}
