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
        "--slice=50|--slice=50: must be between 100 and 10000.",
        "--seconds=0|--seconds=0: must be between 1 and 86400.",
        "--control-seconds=-1|--control-seconds=-1: must be between 0 and 86400.",
        "--threads=129|--threads=129: must be between 1 and 128.",
        "--rate=0|--rate=0: must be between 1 and 1000000.",
        "--data=0|--data=0.0: must be between 0.1 and 20.",
        "--cache=1|--cache=1: must be at least 64 MB.",
        "--load=put|Unknown load \"put\": choose from get, multiget, scan.",
        "--keys=hot|Unknown distribution \"hot\": choose from uniform, zipf.",
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
    assertThat(errors("--second=combined-onheap", 2))
        .startsWith("combined-onheap: HBase 2 no longer has");
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
