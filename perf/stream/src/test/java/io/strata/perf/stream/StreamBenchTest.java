package io.strata.perf.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StreamBenchTest {
  private static final String SEE = " See ./strata bench stream --help.\n";

  @Test
  void messageForAnUnknownSectionListsTheSections() {
    assertThat(rejection("--only=table,tail"))
        .contains("'tail'", "[TABLE, RANDOM, LARGE, APPENDS]")
        .endsWith(SEE);
  }

  @Test
  void messageForAnUnknownEngineListsTheEngines() {
    assertThat(rejection("--engines=redis"))
        .contains("'redis'", "[PRAVEGA, STRATA, HASH_MAP, PLACES, OHC, ROCKSDB]")
        .endsWith(SEE);
  }

  @Test
  void rejectsAnInvalidOptionInOneLine() {
    assertThat(rejection("--tiny")).isEqualTo("Unknown option: '--tiny'." + SEE);
    assertThat(rejection("--share=half"))
        .isEqualTo("Invalid value for option '--share': 'half' is not a double." + SEE);
    assertThat(rejection("--output")).hasLineCount(1).endsWith(SEE);
    assertThat(rejection("table")).isEqualTo("Unmatched argument at index 0: 'table'." + SEE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0009", "1.1", "-1", "NaN"})
  void rejectsAShareOutOfRange(String share) {
    assertThat(rejection("--share=" + share))
        .startsWith("--share=")
        .endsWith(": out of range. Use 0.001 to 1." + SEE)
        .hasLineCount(1);
  }

  @Test
  void rejectsShareTogetherWithSmall() {
    assertThat(rejection("--small", "--share=0.5"))
        .isEqualTo("--share=0.5: cannot be combined with --small. Remove one of them." + SEE);
  }

  @Test
  void rejectsAppendsWithoutAnEngineThatSupportsThem() {
    assertThat(rejection("--engines=hash_map", "--only=appends"))
        .isEqualTo(
            "--only=appends: none of the engines supports appends. Choose other --engines." + SEE);
  }

  @Test
  void requiresOnlyTheMemoryOfTheMeasuredSections(@TempDir Path folder) throws Exception {
    Scale huge = new Scale(Integer.MAX_VALUE, 1, 1, 1, 1, 1, 1, 1, 1);

    new StreamRun(huge, EnumSet.of(Section.APPENDS), EnumSet.of(EngineKind.STRATA))
        .checkMachine(folder);
    assertThatThrownBy(
            () ->
                new StreamRun(huge, EnumSet.of(Section.TABLE), EnumSet.of(EngineKind.STRATA))
                    .checkMachine(folder))
        .isInstanceOf(BenchException.class);
  }

  @Test
  void listsEverySectionEngineAndOptionInTheHelp() {
    String help = new CommandLine(new StreamBench()).getUsageMessage(CommandLine.Help.Ansi.OFF);

    assertThat(help)
        .contains("--small", "--share=<share>", "--only=<section>", "--engines=<engine>")
        .contains("--output=<folder>");
    for (Section each : Section.values()) {
      assertThat(help).contains(each.title());
    }
    for (EngineKind each : EngineKind.values()) {
      assertThat(help).contains(each.name().toLowerCase(Locale.ROOT));
    }
  }

  private static String rejection(String... args) {
    StringWriter err = new StringWriter();
    int code = StreamBench.commandLine().setErr(new PrintWriter(err, true)).execute(args);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }
}
