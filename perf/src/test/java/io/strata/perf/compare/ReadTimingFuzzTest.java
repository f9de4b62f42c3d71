package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whatever PerformanceEvaluation logs, it is read as figures or refused in a sentence. */
class ReadTimingFuzzTest {

  /** The first byte is the number of threads, the others are the log. */
  @FuzzTest
  void a_log_is_read_as_figures_or_refused(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int threads = 1 + (input[0] & 3);
    String log = new String(input, 1, input.length - 1, StandardCharsets.UTF_8);
    List<String> lines = log.lines().toList();
    try {
      ReadTiming timing = ReadTiming.parse(lines, threads);
      for (double figure :
          new double[] {timing.seconds(), timing.p50(), timing.p99(), timing.p999()}) {
        assertThat(figure).isFinite().isNotNegative();
      }
      assertThat(log.split("Finished TestClient-", -1)).hasSizeGreaterThan(threads);
    } catch (CompareException e) {
      assertThat(e).hasMessageStartingWith("PerformanceEvaluation ").hasMessageEndingWith(".");
      assertThat(e.getMessage().lines()).hasSize(1);
    }
  }
}
