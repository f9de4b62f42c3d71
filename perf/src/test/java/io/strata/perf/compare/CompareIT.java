package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./compare} as it is typed, on a small table. */
class CompareIT {
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** Where the data lie. */
  @TempDir Path data;

  /** Where the lock lies, so that a run outside of this test does not matter. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void prints_both_caches_side_by_side_one_run_at_a_time() throws Exception {
    Path output = outputs.resolve("first");
    Process first = start(output, "--scale=0.05", "--reads=10000", "--passes=1", "--no-churn");
    await(first, output, "Starting ZooKeeper");

    Path refusal = outputs.resolve("second");
    Process second = start(refusal, "--scale=0.05");
    assertThat(exitCode(second)).isEqualTo(1);
    assertThat(Files.readString(refusal))
        .startsWith("Another ./compare is running as process " + first.pid() + ":")
        .hasLineCount(1);

    assertThat(exitCode(first)).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output))
        .contains("multi-gets of 100", "single gets")
        .containsPattern("\\| +\\| +BucketCache \\| +Strata \\| +ratio \\|")
        .containsPattern("L2 hits a row +\\| +1.0\\d+ \\| +1.0\\d+ \\|");
    assertThat(Files.readString(BuildTree.root().resolve("perf/target/compare.md")))
        .contains("./compare --scale=0.05 --reads=10000 --passes=1 --no-churn");
    assertThat(data).isEmptyDirectory();
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void leaves_nothing_behind_when_it_is_ended() throws Exception {
    Path output = outputs.resolve("ended");
    Process run = start(output, "--scale=0.05");
    await(run, output, "Loading");
    List<ProcessHandle> servers = run.descendants().toList();
    assertThat(servers).hasSizeGreaterThanOrEqualTo(3);

    run.destroy();

    assertThat(exitCode(run)).isNotZero();
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    assertThat(data).isEmptyDirectory();
    assertThat(temp).isEmptyDirectory();
  }

  private Process start(Path output, String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(BuildTree.root().resolve("compare").toString());
    command.addAll(List.of(flags));
    command.add("--dir=" + data);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  private static void await(Process run, Path output, String text) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!Files.readString(output).contains(text)) {
      assertThat(run.isAlive()).as(Files.readString(output)).isTrue();
      assertThat(System.nanoTime()).as("waiting for %s", text).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static int exitCode(Process run) throws InterruptedException {
    assertThat(run.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    return run.exitValue();
  }
}
