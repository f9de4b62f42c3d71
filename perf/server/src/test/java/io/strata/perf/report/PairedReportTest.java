package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.SlicePair;
import io.strata.perf.pair.Slices;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedReportTest {
  private static final PairedRun MAIN = run("get", false, 1_500);
  private static final PairedRun CONTROL = run("get", true, 1_000);

  @Test
  void everyMeasureHasItsControl() {
    assertThat(page("strata-offheap", MAIN, run("scan", false, 1_000), CONTROL))
        .contains("# Paired: strata-offheap beside lru", "- Machine: some", "## get", "## scan")
        .contains("4 pairs, of which the first server began 2; 4,000 and 6,000 rows were answered.")
        .containsPattern(
            "rows a second +\\| +1,000 \\| +1,500 \\| +\\*\\*1.500\\*\\* \\| +1.500–1.500 \\|"
                + " +1.000 \\| +1.000–1.000 \\|")
        .containsPattern("p99.9 +\\| +2.00 ms \\| +2.00 ms \\| +1.000 \\|")
        .containsPattern("hit ratio of data blocks +\\| +0.900 \\| +0.900 \\| +1.000 \\|")
        .containsPattern("fraction of blocks compressed +\\| +0.250 \\| +0.250 \\| +1.000 \\|")
        .containsPattern("read from files, a row +\\| +100 B \\| +100 B \\| +1.000 \\|")
        .containsPattern("rows a second +\\| +1,000 \\| +1,000 \\| +1.000 \\| +1.000–1.000 \\|\n")
        .doesNotContain("given up", "small run");
  }

  @Test
  void equalConfigurationsHaveDifferentHeadings() {
    assertThat(page("lru", run("get", false, 1_000)))
        .containsPattern("\\| measure +\\| +lru \\| +lru, again \\| +ratio \\| 95 % interval \\|");
  }

  private static String page(String second, PairedRun... runs) {
    return new PairedReport(
            new PairedData(false, "lru", second, Map.of("Machine", "some"), List.of(runs)))
        .text();
  }

  private static PairedRun run(String load, boolean control, long rows) {
    return new PairedRun(
        load,
        control,
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    new SlicePair(
                        i % 2 == 0,
                        Slices.of(1_000, 1_000_000, 2_000_000),
                        Slices.of(rows, 1_000_000, 2_000_000)))
            .toList());
  }
}
