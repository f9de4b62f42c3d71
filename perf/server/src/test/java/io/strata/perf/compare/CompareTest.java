package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Machine;
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
class CompareTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds=0|--rounds must lie between 1 and 20.",
        "--rounds=many|Invalid value for option '--rounds': 'many' is not an int.",
        "--minutes=0|--minutes must lie between 1 and 10080.",
        "--minutes=1|This comparison takes \\d+ minutes at least: give --minutes as much, or .*",
        "--threads=5,129|--threads must lie between 1 and 128.",
        "--heap=100|--heap is 100 MB: give it at least 512 MB.",
        "--cache=1000000|On a heap of 1002048 MB, .* give --heap at least \\d+ MB.",
        "--studies=pe,all|Unknown study \"all\": choose from loadings, gc, pe, ycsb.",
        "--deploys=offheap|Unknown deploy \"offheap\": choose from lru, .*",
        "--deploys=combined-onheap|HBase [0-9.]+ has none of these deploys: .*",
        "--deploys=meta-only|The study \"gc\" measures none of these deploys: .*",
        "--size=1|Unknown option: '--size=1'.",
      })
  void refusesWrongFlagsInOneSentence(String flags, String sentence) {
    Outcome outcome = execute(flags.split(" ", -1));

    assertThat(outcome.code).isEqualTo(2);
    assertThat(outcome.errors.strip())
        .hasLineCount(1)
        .matches(quoted(sentence) + " See \\./strata compare --help\\.");
  }

  @Test
  void refusesAFolderThatDoesNotExist() {
    Outcome outcome = execute("--dir=" + folder.resolve("missing"));

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors)
        .contains("missing is not a writable folder")
        .hasLineCount(1);
  }

  @Test
  void refusesMoreMemoryThanTheMachineHas() {
    long machine = Machine.memoryBytes() >> 20;

    Outcome outcome = execute("--heap=" + machine, "--dir=" + folder, "--out=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors)
        .startsWith("This takes")
        .contains("of memory", "--cache or --heap")
        .hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void refusesToMixWithFilesOfSomebodyElse() throws IOException {
    Path file = Files.writeString(folder.resolve("thesis.tex"), "");

    Outcome outcome = execute("--small", "--dir=" + folder, "--out=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors).contains("choose another folder with --out.").hasLineCount(1);
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void refusesToReportOnNothing() {
    Outcome outcome = execute("--report=" + folder);

    assertThat(outcome.code).isEqualTo(1);
    assertThat(outcome.errors).contains(folder.toString()).hasLineCount(1);
  }

  /** Sentences may have patterns for numbers and for how they go on. */
  private static String quoted(String sentence) {
    return sentence.replace("(", "\\(").replace(")", "\\)");
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
