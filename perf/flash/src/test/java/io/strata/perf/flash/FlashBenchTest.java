package io.strata.perf.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FlashBenchTest {
  @TempDir Path folder;

  @Test
  void unknownPartIsRejectedWithTheKnownOnes() {
    assertThat(rejection(folder.toString(), "--only=reads,writes"))
        .contains("'writes'", "[READS, INSERTS, RING, RESTARTS, LATENCIES]")
        .endsWith(" See ./strata bench flash --help.\n");
  }

  @Test
  void unknownOptionIsRejected() {
    assertThat(rejection(folder.toString(), "--tiny"))
        .isEqualTo("Unknown option: '--tiny'. See ./strata bench flash --help.\n");
    assertThat(rejection()).startsWith("Missing required parameter: '<folder>'.").hasLineCount(1);
  }

  @Test
  void helpListsEveryPartAndOption() {
    String help = new CommandLine(new FlashBench()).getUsageMessage(CommandLine.Help.Ansi.OFF);

    assertThat(help).contains("<folder>", "--small", "--only=<part>", "--output=<folder>");
    for (Section each : Section.values()) {
      assertThat(help).contains(each.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void missingOrFullFolderIsRejected() {
    Path missing = folder.resolve("missing");

    assertThatThrownBy(() -> Disk.of(missing, 1))
        .isInstanceOf(BenchException.class)
        .hasMessage(
            missing + " does not exist: create it, or name another on the disk to be measured.");
    assertThatThrownBy(() -> Disk.of(folder, Long.MAX_VALUE))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("free some, name a folder of another disk,");
  }

  @Test
  void checkLeavesNoFile() throws Exception {
    assertThat(Disk.of(folder, 1)).contains("page cache");

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private static String rejection(String... args) {
    StringWriter err = new StringWriter();
    int code = FlashBench.commandLine().setErr(new PrintWriter(err, true)).execute(args);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }
}
