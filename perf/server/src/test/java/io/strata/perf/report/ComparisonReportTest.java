package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.pair.PairedMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonReportTest {
  @TempDir private Path folder;

  @Test
  void summaryHasEachRatioWithItsInterval() throws IOException {
    write();
    String summary = Files.readString(folder.resolve("summary.md"));

    assertThat(summary)
        .startsWith("# Block caches of HBase in pairs\n")
        .contains("- Command: `./strata compare <x>`", "### Rows a second", "Control: BucketCache")
        .containsPattern(
            "\\| gets +\\| \\*\\*1\\.500 \\(1\\.500–1\\.500\\)\\*\\* \\| +1\\.000"
                + " \\(1\\.000–1\\.000\\) \\|")
        // The second pair has no scans.
        .containsPattern("\\| scans +\\| \\*\\*1\\.500 \\(1\\.500–1\\.500\\)\\*\\* \\| +– \\|")
        .doesNotContain("small run", "NaN");
  }

  @Test
  void chartsHaveTheirFiguresInTables() throws IOException {
    write();
    Document page = Jsoup.parse(folder.resolve("report.html"));

    List<Element> intervals = page.select("figure[data-kind=intervals]");
    assertThat(intervals).hasSize(2 * PairedMeasure.values().length);
    Element rows = page.selectFirst("figure[data-load=gets][data-measure=ROWS]");
    assertThat(rows.select("tbody tr").eachAttr("data-estimate")).containsExactly("1.5", "1.0");
    assertThat(rows.select("tbody td").eachText())
        .containsExactly(
            "1,000", "1,500", "1.500", "1.500–1.500", "1,000", "1,000", "1.000", "1.000–1.000");
    Element time = page.selectFirst("figure[data-kind=time][data-load=gets]");
    assertThat(time.select("tbody tr").eachText())
        .containsExactly(
            "Strata to BucketCache BucketCache 1000 1000 1000 1000",
            "Strata to BucketCache Strata 1500 1500 1500 1500",
            "Control: BucketCache BucketCache 1000 1000 1000 1000",
            "Control: BucketCache BucketCache, again 1000 1000 1000 1000");
  }

  private void write() throws IOException {
    new ComparisonReport(Comparisons.ofTwoPairs())
        .write(folder.resolve("report.html"), folder.resolve("summary.md"));
  }
}
