package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, up to where it would start something. */
class RecordLoadsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--small|No folder is given: name the one for the recordings.",
        "x --loads=pe,all|Unknown load \"all\": choose from ycsb-zipfian, .*",
        "x --rounds=2|Unknown option: '--rounds=2'.",
        "x y|Unmatched argument at index 1: 'y'.",
        "x --cost|--cost keeps no recording: leave the folder and --loads out.",
        "--cost --loads=pe|--cost keeps no recording: leave the folder and --loads out.",
      })
  void wrongOptionIsRejectedInOneSentence(String flags, String sentence) {
    Outcome outcome = execute(flags.split(" ", -1));

    assertThat(outcome.code).isEqualTo(2);
    assertThat(outcome.errors.strip())
        .hasLineCount(1)
        .matches(sentence + " See \\./strata record --help\\.");
  }

  @Test
  void recordingIsNotOverwritten() throws IOException {
    Path file = Files.createFile(Files.createDirectory(folder.resolve("pe")).resolve("a.trace"));

    Outcome outcome = execute(folder.toString(), "--small", "--dir=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors)
        .startsWith(folder + " holds pe already: name another folder, or other")
        .hasLineCount(1);
    assertThat(folder.toFile().list()).containsExactly("pe");
    assertThat(file).exists();
  }

  @Test
  void fileCannotBeTheFolderOfRecordings() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    Outcome outcome = execute(file.toString(), "--small", "--dir=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors).contains("cannot be made one: name another.");
    assertThat(outcome.errors).hasLineCount(1);
  }

  private static Outcome execute(String... args) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int code = RecordLoads.execute(args);
      return new Outcome(code, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(terminal);
    }
  }

  private record Outcome(int code, String errors) {}
}
