package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata compare --small}. */
class CompareIT {
  private static final Duration LIMIT = Duration.ofMinutes(20);
  private static final String SHOWS = "This run shows that the comparison works, not how fast.";

  /** For HBase's data. */
  @TempDir Path data;

  /** For Strata's memory, which must be on tmpfs. */
  @TempDir(factory = InSharedMemory.class)
  Path memory;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void measuresAllPairsAndResumes() throws Exception {
    Path out = outputs.resolve("out");
    Path output = outputs.resolve("first");
    String[] flags = {"--small", "--output=" + out};
    Process first = start(output, flags);
    await(first, output, "Starting ZooKeeper");
    assertThat(printed(output)).startsWith(SHOWS + "\n");

    Path rejection = outputs.resolve("second");
    Process second = start(rejection, "--small", "--output=" + outputs.resolve("other"));
    assertThat(exitCode(second)).isEqualTo(1);
    assertThat(Files.readString(rejection))
        .contains("Another measurement is running as process " + first.pid() + ":");

    await(first, output, "a load", () -> !data(out).isEmpty());
    List<ProcessHandle> children = first.descendants().toList();
    assertThat(children).hasSizeGreaterThanOrEqualTo(5);
    first.destroy();
    assertThat(exitCode(first)).isNotZero();
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    checkNothingIsLeft();
    List<PairedRun> measured = data(out).get(0).runs();

    Path again = outputs.resolve("again");
    assertThat(exitCode(start(again, flags))).as(Files.readString(again)).isZero();

    System.out.println(Files.readString(again));
    checkNothingIsLeft();
    assertThat(Files.readString(again))
        .contains("The report is " + out.resolve("report.html"))
        .endsWith(SHOWS + "\n");
    assertThat(data(out)).hasSize(ComparedPair.values().length);
    assertThat(data(out).get(0).runs()).startsWith(measured.toArray(PairedRun[]::new));
    check(data(out));
    assertThat(Files.readString(out.resolve("summary.md")))
        .contains("A small run", "### Rows a second", "Control: CombinedBlockCache, off-heap");
    assertThat(out.resolve("report.html")).isNotEmptyFile();

    Path others = outputs.resolve("others");
    assertThat(exitCode(start(others, "--small", "--threads=3", "--output=" + out))).isEqualTo(1);
    assertThat(printed(others))
        .contains("holds another comparison", "; 8 threads, not ")
        .hasLineCount(1);
  }

  private void checkNothingIsLeft() {
    assertThat(data).isEmptyDirectory();
    assertThat(memory).isEmptyDirectory();
    assertThat(temp.toFile().list()).as("the lock alone").hasSize(1);
  }

  private static List<PairedData> data(Path out) throws IOException {
    return new ComparisonFolder(out).all();
  }

  private static void check(List<PairedData> all) {
    Iterator<PairedData> next = all.iterator();
    for (ComparedPair pair : ComparedPair.values()) {
      PairedData data = next.next();
      assertThat(data.first()).isEqualTo(pair.first().title());
      assertThat(data.second()).isEqualTo(pair.second().title());
      assertThat(data.runs())
          .extracting(PairedRun::load)
          .containsExactlyElementsOf(loads(pair).stream().map(ComparedLoad::title).toList());
      for (PairedRun run : data.runs()) {
        assertThat(run.control()).isEqualTo(pair == ComparedPair.CONTROL);
        assertThat(run.pairs()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(run.pairs().stream().flatMap(each -> Stream.of(each.first(), each.second())))
            .as("%s, %s", data.second(), run.load())
            .allSatisfy(slice -> check(slice, run.load()));
        if (run.load().startsWith("Misses")) {
          // Disks of the second side may have all blocks.
          assertThat(run.pairs()).allMatch(each -> each.first().misses() > 0);
        }
      }
    }
  }

  /** Returns the loads of a test run; the control has those of all other pairs. */
  private static List<ComparedLoad> loads(ComparedPair pair) {
    return pair != ComparedPair.CONTROL
        ? pair.smallLoads()
        : Stream.of(ComparedPair.values())
            .filter(each -> each != pair)
            .flatMap(each -> each.smallLoads().stream())
            .distinct()
            .sorted()
            .toList();
  }

  private static void check(PairedSlice slice, String load) {
    assertThat(slice.requests()).isPositive();
    assertThat(slice.rows()).isPositive();
    assertThat(slice.cpuNanos()).isPositive();
    if (load.startsWith("All hits")) {
      assertThat(slice.hitRatio()).isGreaterThan(0.95);
    }
  }

  private Process start(Path output, String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(BuildTree.root().resolve("strata").toString());
    command.add("compare");
    command.addAll(List.of(flags));
    command.add("--dir=" + data);
    command.add("--memory=" + memory);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  /** Returns an output without what the JVM prints of its own options. */
  private static String printed(Path output) throws IOException {
    return Files.readString(output).replaceAll("(?m)^NOTE: Picked up JDK_JAVA_OPTIONS: .*\n", "");
  }

  private static void await(Process run, Path output, String text) throws Exception {
    await(run, output, text, () -> Files.readString(output).contains(text));
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
