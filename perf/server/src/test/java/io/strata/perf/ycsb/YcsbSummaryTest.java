package io.strata.perf.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class YcsbSummaryTest {
  /** Written by YCSB 0.17.0, shortened. */
  private static final List<String> GOOD =
      List.of(
          "[OVERALL], RunTime(ms), 1013",
          "[OVERALL], Throughput(ops/sec), 3031.589338597631",
          "[TOTAL_GC_TIME_%], Time(%), 0.09871668311944717",
          "[READ], Operations, 3071",
          "[READ], 99.9PercentileLatency(us), 2001",
          "[READ], Return=OK, 3071",
          "[CLEANUP], Operations, 2");

  @Test
  void summaryHasNumbersOfOperations() throws Exception {
    YcsbSummary summary = YcsbSummary.parse(GOOD);
    assertThat(summary.operations("READ")).isEqualTo(3071);
    assertThat(summary.operations("SCAN")).isZero();
    assertThat(summary.values().get("READ")).containsEntry("99.9PercentileLatency(us)", 2001.0);
    assertThatCode(() -> summary.requireClean(2)).doesNotThrowAnyException();
  }

  @Test
  void failedOperationsAreRejected() throws Exception {
    YcsbSummary summary = with("[READ], Return=NOT_FOUND, 17", "[READ-FAILED], Operations, 17");
    assertThatThrownBy(() -> summary.requireClean(2))
        .isInstanceOf(BenchException.class)
        .hasMessage("17 of YCSB's READ ended with NOT_FOUND.");
    YcsbSummary errors = with("[UPDATE], Operations, 0", "[UPDATE], Return=ERROR, 1");
    assertThatThrownBy(() -> errors.requireClean(2))
        .hasMessage("1 of YCSB's UPDATE ended with ERROR.");
  }

  @Test
  void bufferedInsertsAreAccepted() throws Exception {
    YcsbSummary summary = with("[INSERT], Return=BATCHED_OK, 17");
    assertThatCode(() -> summary.requireClean(2)).doesNotThrowAnyException();
  }

  @Test
  void missingThreadIsRejected() throws Exception {
    YcsbSummary summary = YcsbSummary.parse(GOOD);
    assertThatThrownBy(() -> summary.requireClean(3))
        .hasMessage("Only 2 of YCSB's 3 threads finished.");
    YcsbSummary none = YcsbSummary.parse(GOOD.subList(0, 6));
    assertThatThrownBy(() -> none.requireClean(2)).hasMessageStartingWith("Only 0 of");
  }

  @Test
  void otherLinesAreRejected() {
    for (String line : List.of("", "READ, Operations, 1", "[READ], Operations", "[R], O, one")) {
      assertThatThrownBy(() -> YcsbSummary.parse(List.of(line)))
          .isInstanceOf(BenchException.class)
          .hasMessage("Not a line of YCSB's summary: \"" + line + "\".");
    }
  }

  private static YcsbSummary with(String... more) throws BenchException {
    List<String> lines = new ArrayList<>(GOOD);
    lines.addAll(List.of(more));
    return YcsbSummary.parse(lines);
  }
}
