package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata bench restart --small}. */
class RestartBenchIT {
  private static final long LIMIT_MINUTES = 15;
  private static final String EMPTY_CELL = "(?s).*\\| *(NaN|null|–) .*";

  /** For HBase's data. */
  @TempDir Path data;

  /** For Strata's memory, which must be on tmpfs. */
  @TempDir(factory = InSharedMemory.class)
  Path memory;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void onlyStrataHitsAfterTheRestart() throws Exception {
    Path output = outputs.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
                BuildTree.root().resolve("strata").toString(),
                "bench",
                "restart",
                "--small",
                "--dir=" + data,
                "--memory=" + memory,
                "--output=" + outputs)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process run = builder.start();

    assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();

    System.out.println(Files.readString(output));
    assertThat(run.exitValue()).as(Files.readString(output)).isZero();
    assertThat(data).isEmptyDirectory();
    assertThat(memory).isEmptyDirectory();
    String page = Files.readString(outputs.resolve("RESTART.md"));
    assertThat(page)
        .contains("**A small run: the figures are not meaningful.**", "`./strata bench restart --")
        .doesNotMatch(EMPTY_CELL);
    assertThat(figure(page, "hit ratio before the stop", 1)).as("BucketCache").isGreaterThan(0.95);
    assertThat(figure(page, "hit ratio before the stop", 2)).as("Strata").isGreaterThan(0.95);
    assertThat(figure(page, "hit ratio, first 10 s", 1)).as("BucketCache").isLessThan(0.95);
    assertThat(figure(page, "hit ratio, first 10 s", 2)).as("Strata").isGreaterThan(0.95);
    assertThat(Files.readString(outputs.resolve("restart.svg")))
        .contains("BucketCache, off-heap", "Strata, memory kept")
        .endsWith("</svg>\n");
  }

  private static double figure(String page, String row, int column) {
    Matcher line = Pattern.compile("(?m)^\\| " + Pattern.quote(row) + " +(\\|.*)$").matcher(page);
    assertThat(line.find()).as(row).isTrue();
    return Double.parseDouble(line.group(1).split("\\|", -1)[column].strip());
  }
}
