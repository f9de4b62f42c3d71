package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options, without starting a server. */
class RestartBenchTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--megabytes=1|--megabytes=1: is out of range. Choose a value from 16 to 65536.",
        "--seconds=10|--seconds=10: is out of range. Choose a value from 12 to 3600.",
        "--rate=0|--rate=0: is out of range. Choose a value from 10 to 10000.",
        "--rounds=0|--rounds=0: is out of range. Choose a value from 1 to 20.",
        "--minutes=1|Unknown option: '--minutes=1'.",
      })
  void invalidOptionIsRejectedInOneLine(String flag, String sentence) {
    assertThat(errors(flag, 2)).isEqualTo(sentence + " See ./strata bench restart --help.\n");
  }

  @Test
  void memoryThatIsNoFolderIsRejected() {
    assertThat(errors("--memory=" + folder.resolve("missing"), 1))
        .endsWith("missing does not exist: create it, or choose a folder on tmpfs with --memory.\n")
        .hasLineCount(1);
  }

  private String errors(String flag, int code) {
    CommandResult result =
        CommandResult.of(() -> RestartBench.execute(flag, "--output=" + folder, "--dir=" + folder));
    assertThat(result.code()).isEqualTo(code);
    return result.errors();
  }
}
