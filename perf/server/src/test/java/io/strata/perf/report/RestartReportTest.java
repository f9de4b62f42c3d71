package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import io.strata.perf.common.Facts;
import io.strata.perf.data.Restart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and the chart of two caches, one of which is empty after the restart. */
class RestartReportTest {
  private static final int SECONDS = 12;
  private static final double MILLI = 1e6;
  private static final Facts FACTS = new Facts("./strata bench restart", "2 rounds", true);

  @TempDir Path folder;

  private String page = "";
  private String chart = "";

  @BeforeEach
  void report() throws Exception {
    Map<Restart.RestartedCache, List<Restart>> measured =
        new EnumMap<>(Restart.RestartedCache.class);
    measured.put(
        Restart.RestartedCache.BUCKET_CACHE,
        List.of(restart(0.25, 9 * MILLI), restart(0.5, 9 * MILLI)));
    measured.put(Restart.RestartedCache.STRATA, List.of(restart(1, MILLI), restart(1, MILLI)));
    new RestartReport(measured).write(folder, FACTS);
    page = Files.readString(folder.resolve("RESTART.md"));
    chart = Files.readString(folder.resolve("restart.svg"));
  }

  @Test
  void targetIsComparedWithStrata() {
    assertThat(page)
        .containsPattern(
            "hit ratio in the first 10 s after the restart \\| ≥ 0.950 \\| +1 \\| +0.375"
                + " \\(0.250–0.500\\) \\| reached \\|")
        .contains("![p99 and hit ratio by second](restart.svg)");
  }

  @Test
  void eachCacheHasAColumn() {
    assertThat(page)
        .containsPattern("hit ratio, first 10 s +\\| +0.375 \\(0.250–0.500\\) \\| +1 \\|")
        .containsPattern("read from files, first 10 s +\\| +20 MB \\| +20 MB \\|")
        .containsPattern("p99 of second 10 +\\| +9.00 ms \\| +1.00 ms \\|")
        .containsPattern("until p99 is back +\\| +not while measured \\| +0.0 s \\|")
        .containsPattern("start of the process to first answer +\\| +7.0 s \\| +7.0 s \\|");
  }

  @Test
  void chartHasALineForEachRoundBeforeAndAfter() {
    assertThat(chart)
        .contains("BucketCache, off-heap", "Strata, memory kept", "stopped, started")
        .endsWith("</svg>\n");
    int legend = 2;
    int restartLines = 2;
    int panels = 2;
    assertThat(chart.split("<polyline", -1))
        .hasSize(
            1 + legend + restartLines + panels * 2 * Restart.RestartedCache.values().length * 2);
  }

  @Test
  void pageCanBeWrittenFromTheRawData() throws Exception {
    Map<Restart.RestartedCache, List<Restart>> read =
        new Gson()
            .fromJson(Files.readString(folder.resolve("restart.json")), new RawRounds().getType());

    assertThat(withoutDate(new RestartReport(new EnumMap<>(read)).text(FACTS)))
        .isEqualTo(withoutDate(page));
  }

  /** The date has the time since the run began. */
  private static String withoutDate(String page) {
    return page.replaceAll("- Date: .*", "");
  }

  private static final class RawRounds
      extends TypeToken<Map<Restart.RestartedCache, List<Restart>>> {}

  private static Restart restart(double hitRatio, double p99) {
    return new Restart(1, 7, load(1, MILLI), load(hitRatio, p99));
  }

  private static Restart.Phase load(double hitRatio, double p99) {
    return new Restart.Phase(
        IntStream.range(0, SECONDS).mapToObj(second -> p99).toList(),
        IntStream.range(0, SECONDS).mapToObj(second -> counters(second, hitRatio)).toList());
  }

  private static Restart.Counters counters(int second, double hitRatio) {
    long hits = (long) (100 * second * hitRatio);
    return new Restart.Counters(second, hits, 100L * second - hits, 2_000_000L * second);
  }
}
