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
        "--minutes=0|--minutes=0: is out of range. Choose a value from 1 to 10080.",
        "--minutes=many|Invalid value for option '--minutes': 'many' is not an int.",
        "--minutes=1|--minutes=1: is too short for these .* Set it to at least \\d+, or choose .*",
        "--threads=129|--threads=129: is out of range. Choose a value from 1 to 128.",
        "--heap=100|--heap=100: is too small. Set it to at least 512.",
        "--cache=1000000|--cache=1000000: is too large .* of 1001024 MB .* Set --heap to at least"
            + " \\d+.",
        "--loads=hits,all|Unknown load \"all\": choose from hits, scan, ycsb, misses.",
        "--configurations=offheap|Unknown configuration \"offheap\": choose from lru, .*",
        "--configurations=strata-compressed --loads=hits|--configurations=strata-compressed: no"
            + " pair .*",
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
    assertThat(result.errors()).contains("missing does not exist: create it").hasLineCount(1);
  }

  @Test
  void moreMemoryThanTheMachineHasIsRejected() {
    long machine = Machine.memoryBytes() >> 20;

    CommandResult result = execute("--heap=" + machine, "--dir=" + folder, "--output=" + folder);

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

    CommandResult result = execute("--small", "--dir=" + folder, "--output=" + folder);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors())
        .contains("--output=" + folder, "Choose another folder.")
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
