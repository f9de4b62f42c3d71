package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options, without starting a server. */
class PairedBenchTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slice=50|--slice=50: is out of range. Choose a value from 100 to 10000.",
        "--seconds=0|--seconds=0: is out of range. Choose a value from 1 to 86400.",
        "--control-seconds=-1|--control-seconds=-1: is out of range. Choose a value from 0 to"
            + " 86400.",
        "--threads=129|--threads=129: is out of range. Choose a value from 1 to 128.",
        "--rate=0|--rate=0: is out of range. Choose a value from 1 to 1000000.",
        "--data=0|--data=0.0: is out of range. Choose a value from 0.1 to 20.0.",
        "--scan=30|--scan=30.0: is out of range. Choose a value from 0.1 to 20.0.",
        "--cache=1|--cache=1: is too small. Set it to at least 64.",
        "--load=put|Unknown load \"put\": choose from get, multiget, scan, ycsb-a, ycsb-b,"
            + " ycsb-c, ycsb-d, ycsb-e, ycsb-f.",
        "--keys=hot|Unknown distribution \"hot\": choose from uniform, zipf, latest.",
        "--rows=csv|Unknown kind of rows \"csv\": choose from values, lineitem, orders, json,"
            + " time-series.",
      })
  void invalidOptionIsRejectedInOneLine(String flag, String sentence) {
    assertThat(errors(flag, 2)).isEqualTo(sentence + " See ./strata bench paired --help.\n");
  }

  @Test
  void unknownConfigurationIsRejected() {
    assertThat(errors("--first=none", 2))
        .startsWith("Unknown configuration \"none\": choose from lru, combined-offheap, ");
  }

  @Test
  void reportWithoutDataIsRejected() {
    assertThat(errors("--report=" + folder, 1))
        .isEqualTo("--report=" + folder + ": has no paired.csv. Name the folder of a run.\n");
  }

  private String errors(String flag, int code) {
    CommandResult result =
        CommandResult.of(() -> PairedBench.execute(flag, "--output=" + folder, "--dir=" + folder));
    assertThat(result.code()).isEqualTo(code);
    return result.errors();
  }
}
