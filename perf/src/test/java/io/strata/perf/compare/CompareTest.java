package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.perf.common.Machine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, up to where it would start something. */
class CompareTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--scale=0,--scale must lie between 0.05 and 100.",
    "--scale=NaN,--scale must lie between 0.05 and 100.",
    "--scale=much,Invalid value for option '--scale': 'much' is not a double.",
    "--passes=21,--passes must lie between 1 and 20.",
    "--threads=0,--threads must lie between 1 and 64.",
    "--reads=1,--reads must lie between 10000 and 100000000.",
    "--size=1,Unknown option: '--size=1'.",
  })
  void refuses_a_wrong_flag_in_one_sentence(String flag, String sentence) {
    Outcome outcome = execute(flag);

    assertThat(outcome.code).isEqualTo(2);
    assertThat(outcome.errors.strip()).isEqualTo(sentence + " See ./compare --help.");
  }

  @Test
  void refuses_a_folder_that_does_not_exist() {
    Outcome outcome = execute("--dir=" + folder.resolve("missing"));

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors)
        .contains("missing is no folder that can be written to")
        .hasLineCount(1);
  }

  @Test
  void refuses_a_table_that_is_too_large_for_the_machine() {
    Scale largest = new Scale(Scale.LARGEST);
    assumeTrue(largest.memoryBytes() > Machine.availableMemoryBytes(), "a very large machine");

    Outcome outcome = execute("--scale=100", "--dir=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors).startsWith("This scale takes").hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  private static Outcome execute(String... args) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int code = Compare.execute(args);
      return new Outcome(code, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(terminal);
    }
  }

  private record Outcome(int code, String errors) {}
}
