package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedMeasure;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import io.strata.perf.pair.SlicePair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata bench paired --small}, with a control. */
class PairedBenchIT {
  private static final long LIMIT_MINUTES = 15;

  /** Rows per request of each load. */
  private static final Map<String, Long> ROWS = Map.of("get", 1L, "multiget", 100L);

  /** For HBase's data. */
  @TempDir Path data;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void slicesAreCompleteAndThePageHasAllMeasures() throws Exception {
    String output =
        run(
            "--small",
            "--load=get,multiget",
            "--warm-up=1",
            "--dir=" + data,
            "--output=" + outputs);

    System.out.println(output);
    assertThat(data).isEmptyDirectory();
    String page = Files.readString(outputs.resolve("PAIRED.md"));
    assertThat(output).endsWith(page);
    assertThat(page)
        .startsWith("# Paired: strata-offheap beside combined-offheap\n")
        .contains("**A small run: the figures are not meaningful.**", "`./strata bench paired --")
        .contains("\n## get\n", "\n## multiget\n", "its 95 % interval");
    for (PairedMeasure measure : PairedMeasure.values()) {
      assertThat(page.split("\n\\| " + measure.title() + " ", -1)).hasSize(1 + ROWS.size());
    }
    PairedData measured = PairedData.read(outputs.resolve("paired.csv"));
    assertThat(measured.runs()).extracting(PairedRun::load).containsExactlyElementsOf(twice());
    assertThat(measured.runs())
        .extracting(PairedRun::control)
        .containsExactly(false, false, true, true);
    measured.runs().forEach(PairedBenchIT::check);

    Files.delete(outputs.resolve("PAIRED.md"));
    run("--report=" + outputs);
    assertThat(outputs.resolve("PAIRED.md")).hasContent(page);
  }

  private static List<String> twice() {
    List<String> loads = List.of("get", "multiget");
    List<String> all = new ArrayList<>(loads);
    all.addAll(loads);
    return all;
  }

  private static void check(PairedRun run) {
    List<SlicePair> pairs = run.pairs();
    assertThat(pairs).hasSizeGreaterThanOrEqualTo(2);
    assertThat(pairs).filteredOn(SlicePair::firstBegan).hasSize(pairs.size() / 2);
    long rows = ROWS.getOrDefault(run.load(), 0L);
    assertThat(pairs.stream().flatMap(pair -> Stream.of(pair.first(), pair.second())))
        .allSatisfy(slice -> check(slice, rows));
    assertThat(pairs).allSatisfy(pair -> assertThat(pair.first().blocks()).isZero());
    assertThat(pairs)
        .extracting(SlicePair::second)
        .allSatisfy(second -> assertThat(second.blocks() > 0).isEqualTo(!run.control()))
        .allSatisfy(second -> assertThat(second.compressedBlocks()).isZero());
  }

  /** Checks that every row of a slice was looked up in the cache during the slice. */
  private static void check(PairedSlice slice, long rowsOfRequest) {
    assertThat(slice.requests()).isPositive();
    assertThat(slice.unsent()).isZero();
    assertThat(slice.rows()).isEqualTo(slice.requests() * rowsOfRequest);
    assertThat(slice.latencies().getTotalCount()).isEqualTo(slice.requests());
    assertThat(slice.hits() + slice.misses()).isBetween(slice.rows(), 2 * slice.rows());
    assertThat(slice.hitRatio()).isGreaterThan(0.95);
    assertThat(slice.nanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(slice.cpuNanos()).isPositive();
    assertThat(slice.fileBytes()).isPositive();
  }

  private String run(String... options) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(BuildTree.root().resolve("strata").toString(), "bench", "paired"));
    command.addAll(List.of(options));
    Path output = temp.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process run = builder.start();
    assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(run.exitValue()).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }
}
