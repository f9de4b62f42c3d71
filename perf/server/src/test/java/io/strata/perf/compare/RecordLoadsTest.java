package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options, without starting a server. */
class RecordLoadsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--small|<folder>: is missing. Name a folder for the recordings.",
        "x --loads=pe,all|Unknown load \"all\": choose from ycsb-zipfian, .*",
        "x --rounds=2|Unknown option: '--rounds=2'.",
        "x y|Unmatched argument at index 1: 'y'.",
        "x --cost|--cost: keeps no recording. Leave out the folder and --loads.",
        "--cost --loads=pe|--cost: keeps no recording. Leave out the folder and --loads.",
      })
  void invalidOptionIsRejectedInOneLine(String flags, String sentence) {
    CommandResult result = execute(flags.split(" ", -1));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors().strip())
        .hasLineCount(1)
        .matches(sentence + " See \\./strata record --help\\.");
  }

  @Test
  void recordingIsNotOverwritten() throws IOException {
    Path file = Files.createFile(Files.createDirectory(folder.resolve("pe")).resolve("a.trace"));

    CommandResult result = execute(folder.toString(), "--small", "--dir=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors())
        .startsWith(folder + ": already has a recording of pe. Name another folder, or other")
        .hasLineCount(1);
    assertThat(folder.toFile().list()).containsExactly("pe");
    assertThat(file).exists();
  }

  @Test
  void fileInPlaceOfTheFolderIsRejected() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    CommandResult result = execute(file.toString(), "--small", "--dir=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains("cannot be created. Name another one.");
    assertThat(result.errors()).hasLineCount(1);
  }

  private static CommandResult execute(String... args) {
    return CommandResult.of(() -> RecordLoads.execute(args));
  }
}
