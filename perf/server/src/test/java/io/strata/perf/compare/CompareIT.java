package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.Sample;
import io.strata.perf.report.ReportCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata compare --small}. */
class CompareIT {
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** For HBase's data. */
  @TempDir Path data;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void measuresAndReportsAllStudies() throws Exception {
    Path out = outputs.resolve("out");
    Path output = outputs.resolve("first");
    Process first = start(output, "--small", "--out=" + out);
    await(first, output, "Starting ZooKeeper");

    Path rejection = outputs.resolve("second");
    Process second = start(rejection, "--small");
    assertThat(exitCode(second)).isEqualTo(1);
    assertThat(Files.readString(rejection))
        .startsWith("Another measurement is running as process " + first.pid() + ":")
        .hasLineCount(1);

    assertThat(exitCode(first)).as(Files.readString(output)).isZero();
    System.out.println(Files.readString(output));
    assertThat(Files.readString(output))
        .contains(" to go) ...", "The report is " + out.resolve("report.html"));
    assertThat(data).isEmptyDirectory();
    assertThat(temp.toFile().list()).as("the lock alone").hasSize(1);
    checkAllSamplesExist(new RawData(out));
    checkHitRatios(new RawData(out));
    assertThat(ReportCheck.of(out.resolve("report.html"), out)).isGreaterThan(100);
  }

  private static void checkAllSamplesExist(RawData raw) throws IOException {
    for (RunFacts.StudyFacts study : raw.facts().orElseThrow().studies()) {
      for (RunFacts.LoadFacts load : study.loads()) {
        for (RunFacts.CacheConfiguration configuration :
            raw.facts().orElseThrow().configurations()) {
          assertThat(raw.samples())
              .as("%s of %s on %s", load.name(), study.name(), configuration.name())
              .anyMatch(
                  sample ->
                      sample.key().study().equals(study.name())
                          && sample.key().load().equals(load.name())
                          && sample.key().configuration().equals(configuration.name())
                          && sample.operations() > 0);
        }
      }
    }
  }

  private static void checkHitRatios(RawData raw) throws IOException {
    for (Sample sample : raw.samples()) {
      double hits = sample.measures().getOrDefault(Measure.HIT_RATIO, Double.NaN);
      switch (sample.key().load()) {
        // Not 100 %: a cache this small has few buckets for many sizes.
        case "all-hits", "multi-get-100", "scan-none", "scan-tenth" ->
            assertThat(hits).as("%s", sample.key()).isGreaterThan(95);
        case "many-misses", "mostly-misses" ->
            assertThat(hits).as("%s", sample.key()).isBetween(5.0, 90.0);
        default -> {}
      }
    }
  }

  @Test
  void interruptedRunCleansUpAndResumes() throws Exception {
    Path out = outputs.resolve("out");
    String[] flags = {
      "--small", "--studies=pe", "--configurations=strata-offheap", "--threads=1,3", "--out=" + out
    };
    Path output = outputs.resolve("ended");
    Process run = start(output, flags);
    awaitSample(run, output, out);
    List<ProcessHandle> servers = run.descendants().toList();
    assertThat(servers).hasSizeGreaterThanOrEqualTo(3);

    run.destroy();

    assertThat(exitCode(run)).isNotZero();
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    assertThat(data).isEmptyDirectory();
    assertThat(temp.toFile().list()).as("the lock alone").hasSize(1);
    List<Sample> measured = new RawData(out).samples();
    assertThat(measured).isNotEmpty();

    Path again = outputs.resolve("again");
    assertThat(exitCode(start(again, flags))).as(Files.readString(again)).isZero();

    List<Sample> all = new RawData(out).samples();
    assertThat(all).hasSize(3 * 2).containsAll(measured);
    assertThat(out.resolve("report.html")).isNotEmptyFile();

    Path other = outputs.resolve("other");
    assertThat(exitCode(start(other, "--small", "--studies=pe", "--out=" + out))).isEqualTo(1);
    assertThat(Files.readString(other)).contains("holds another comparison").hasLineCount(1);
    assertThat(new RawData(out).samples()).isEqualTo(all);
  }

  private Process start(Path output, String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(BuildTree.root().resolve("strata").toString());
    command.add("compare");
    command.addAll(List.of(flags));
    command.add("--dir=" + data);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  private static void await(Process run, Path output, String text) throws Exception {
    await(run, output, text, () -> Files.readString(output).contains(text));
  }

  private static void awaitSample(Process run, Path output, Path out) throws Exception {
    await(run, output, "a sample", () -> !new RawData(out).samples().isEmpty());
  }

  private static void await(Process run, Path output, String what, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      assertThat(run.isAlive()).as(Files.readString(output)).isTrue();
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static int exitCode(Process run) throws InterruptedException {
    assertThat(run.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    return run.exitValue();
  }
}
