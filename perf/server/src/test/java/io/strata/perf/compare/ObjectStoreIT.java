package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code ./strata bench object-store --small}, which fails if an answer is wrong, and compares
 * the requests to the object store.
 */
class ObjectStoreIT {
  private static final long LIMIT_MINUTES = 15;
  private static final String EMPTY_CELL = "(?s).*\\| *(NaN|null|–) .*";
  private static final int COLD = 0;
  private static final int RESTARTED = 2;
  private static final int BUCKET_CACHE = 0;
  private static final int BUCKET_CACHE_FILE = 1;
  private static final int STRATA = 2;

  /** For HBase's data. */
  @TempDir Path data;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void disksSaveRequestsAfterARestart() throws Exception {
    Path output = outputs.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
                BuildTree.root().resolve("strata").toString(),
                "bench",
                "object-store",
                "--small",
                "--latency=2",
                "--dir=" + data,
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
    String page = Files.readString(outputs.resolve("OBJECT-STORE.md"));
    assertThat(page)
        .contains("**A small run: the figures are not meaningful.**")
        .contains("`./strata bench object-store --", "each answer delayed by 2 ms")
        .doesNotMatch(EMPTY_CELL);
    for (int cache : List.of(BUCKET_CACHE, BUCKET_CACHE_FILE, STRATA)) {
      assertThat(gets(page, COLD, cache)).as("cold, column %d", cache).isGreaterThan(100);
    }
    double bucketCache = gets(page, RESTARTED, BUCKET_CACHE);
    assertThat(bucketCache).as("BucketCache").isGreaterThan(100);
    assertThat(gets(page, RESTARTED, STRATA)).as("Strata").isLessThan(bucketCache / 10);
  }

  /** Returns the GET requests for 1,000 rows. */
  private static double gets(String page, int phase, int cache) {
    List<MatchResult> rows =
        Pattern.compile("(?m)^\\| GET for 1,000 rows +\\|(.*)\\|$")
            .matcher(page)
            .results()
            .toList();
    assertThat(rows).hasSize(RESTARTED + 1);
    String cell = rows.get(phase).group(1).split("\\|", -1)[cache].strip();
    return Double.parseDouble(cell.replace(",", ""));
  }
}
