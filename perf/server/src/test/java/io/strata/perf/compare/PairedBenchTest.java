package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, up to where it would start something. */
class PairedBenchTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slice=50|--slice must lie between 100 and 10000.",
        "--seconds=0|--seconds must lie between 1 and 86400.",
        "--control-seconds=-1|--control-seconds must lie between 0 and 86400.",
        "--threads=129|--threads must lie between 1 and 128.",
        "--rate=0|--rate must lie between 1 and 1000000.",
        "--data=0|--data must lie between 0.1 and 20.",
        "--cache=1|--cache is 1 MB: give it at least 64 MB.",
        "--load=put|Unknown load \"put\": choose from get, multiget, scan.",
        "--keys=hot|Unknown distribution \"hot\": choose from uniform, zipf.",
        "--rows=csv|Unknown kind of rows \"csv\": choose from values, lineitem, orders, json,"
            + " time-series.",
      })
  void wrongOptionIsRejectedInOneSentence(String flag, String sentence) {
    assertThat(errors(flag, 2)).isEqualTo(sentence + " See ./strata bench paired --help.\n");
  }

  @Test
  void aConfigurationMustBeOneThatThereIs() {
    assertThat(errors("--first=none", 2))
        .startsWith("Unknown configuration \"none\": choose from lru, combined-offheap, ");
    assertThat(errors("--second=combined-onheap", 2))
        .startsWith("HBase 2 no longer has the engine \"heap\" of BucketCache");
  }

  @Test
  void aReportNeedsItsData() {
    assertThat(errors("--report=" + folder, 1))
        .isEqualTo(
            "There is no " + folder.resolve("paired.csv") + ": name a folder that has one.\n");
  }

  private String errors(String flag, int code) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int exitCode = PairedBench.execute(flag, "--output=" + folder, "--dir=" + folder);
      assertThat(exitCode).isEqualTo(code);
      return errors.toString(StandardCharsets.UTF_8);
    } finally {
      System.setErr(terminal);
    }
  }
}
