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
class RestartBenchTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--megabytes=1|--megabytes must lie between 16 and 65536.",
        "--seconds=10|--seconds must lie between 12 and 3600.",
        "--rate=0|--rate must lie between 10 and 10000.",
        "--rounds=0|--rounds must lie between 1 and 20.",
        "--minutes=1|Unknown option: '--minutes=1'.",
      })
  void wrongOptionIsRejectedInOneSentence(String flag, String sentence) {
    assertThat(errors(flag, 2)).isEqualTo(sentence + " See ./strata bench restart --help.\n");
  }

  @Test
  void memoryMustBeAFolder() {
    assertThat(errors("--memory=" + folder.resolve("missing"), 1))
        .endsWith(
            "missing is not a writable folder: choose a file system in memory with"
                + " --memory.\n")
        .hasLineCount(1);
  }

  private String errors(String flag, int code) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int exitCode = RestartBench.execute(flag, "--output=" + folder, "--dir=" + folder);
      assertThat(exitCode).isEqualTo(code);
      return errors.toString(StandardCharsets.UTF_8);
    } finally {
      System.setErr(terminal);
    }
  }
}
