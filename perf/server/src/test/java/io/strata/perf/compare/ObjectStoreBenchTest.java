package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options, without starting a server. */
class ObjectStoreBenchTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--megabytes=79|--megabytes=79: is out of range. Choose a value from 80 to 65536.",
        "--reads=999|--reads=999: is out of range. Choose a value from 1000 to 100000000.",
        "--latency=-1|--latency=-1: is out of range. Choose a value from 0 to 1000.",
        "--rounds=1|Unknown option: '--rounds=1'.",
      })
  void invalidOptionIsRejectedInOneLine(String flag, String sentence) {
    CommandResult result =
        CommandResult.of(
            () -> ObjectStoreBench.execute(flag, "--output=" + folder, "--dir=" + folder));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors()).isEqualTo(sentence + " See ./strata bench object-store --help.\n");
  }
}
