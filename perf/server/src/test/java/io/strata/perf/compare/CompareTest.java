package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options, without starting a server. */
class CompareTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds=0|--rounds=0: must be between 1 and 20.",
        "--rounds=many|Invalid value for option '--rounds': 'many' is not an int.",
        "--minutes=0|--minutes=0: must be between 1 and 10080.",
        "--minutes=1|--minutes=1: the comparison takes at least \\d+\\. Raise it, or choose .*",
        "--threads=5,129|--threads=129: must be between 1 and 128.",
        "--heap=100|--heap=100: must be at least 512 MB.",
        "--cache=1000000|--cache=1000000: is too large .* of 1002048 MB .* Set --heap to at least \\d+.",
        "--studies=pe,all|Unknown study \"all\": choose from loadings, gc, pe, ycsb.",
        "--configurations=offheap|Unknown configuration \"offheap\": choose from lru, .*",
        "--configurations=combined-onheap|--configurations=combined-onheap: HBase [0-9.]+ has none .*",
        "--configurations=meta-only|--studies=gc: measures none of the configurations meta-only. .*",
        "--size=1|Unknown option: '--size=1'.",
      })
  void invalidOptionsAreRejectedInOneLine(String flags, String sentence) {
    CommandResult result = execute(flags.split(" ", -1));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors().strip())
        .hasLineCount(1)
        .matches(quoted(sentence) + " See \\./strata compare --help\\.");
  }

  @Test
  void missingFolderIsRejected() {
    CommandResult result = execute("--dir=" + folder.resolve("missing"));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains("missing is not a writable folder").hasLineCount(1);
  }

  @Test
  void moreMemoryThanTheMachineHasIsRejected() {
    long machine = Machine.memoryBytes() >> 20;

    CommandResult result = execute("--heap=" + machine, "--dir=" + folder, "--out=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors())
        .startsWith("The run needs")
        .contains("of memory", "--cache or --heap")
        .hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void folderWithOtherFilesIsRejected() throws IOException {
    Path file = Files.writeString(folder.resolve("thesis.tex"), "");

    CommandResult result = execute("--small", "--dir=" + folder, "--out=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors())
        .contains("--out=" + folder, "Choose another folder.")
        .hasLineCount(1);
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void reportWithoutDataIsRejected() {
    CommandResult result = execute("--report=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains(folder.toString()).hasLineCount(1);
  }

  /** Escapes parentheses; other characters may be patterns. */
  private static String quoted(String sentence) {
    return sentence.replace("(", "\\(").replace(")", "\\)");
  }

  private static CommandResult execute(String... args) {
    return CommandResult.of(() -> Compare.execute(args));
  }
}
