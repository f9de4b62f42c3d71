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
  void namesThePartsWhenAskedForOneThatIsNone() {
    assertThat(rejection("--only=table,tail"))
        .contains("'tail'", "[TABLE, RANDOM, LARGE, APPENDS]")
        .endsWith(SEE);
  }

  @Test
  void namesTheEnginesWhenAskedForOneThatIsNone() {
    assertThat(rejection("--engines=redis"))
        .contains("'redis'", "[PRAVEGA, STRATA, HASH_MAP, PLACES, OHC, ROCKSDB]")
        .endsWith(SEE);
  }

  @Test
  void refusesAWrongOptionInOneSentence() {
    assertThat(rejection("--tiny")).isEqualTo("Unknown option: '--tiny'." + SEE);
    assertThat(rejection("--share=half"))
        .isEqualTo("Invalid value for option '--share': 'half' is not a double." + SEE);
    assertThat(rejection("--output")).hasLineCount(1).endsWith(SEE);
    assertThat(rejection("table")).isEqualTo("Unmatched argument at index 0: 'table'." + SEE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0009", "1.1", "-1", "NaN"})
  void refusesAShareOutOfRange(String share) {
    assertThat(rejection("--share=" + share))
        .startsWith("--share is ")
        .endsWith(": give 0.001 to 1." + SEE)
        .hasLineCount(1);
  }

  @Test
  void refusesAShareOfWhatIsSmall() {
    assertThat(rejection("--small", "--share=0.5"))
        .isEqualTo("--small is a scale already: leave it away, or --share." + SEE);
  }

  @Test
  void refusesAppendsToWhatDoesNotAppend() {
    assertThat(rejection("--engines=hash_map", "--only=appends"))
        .isEqualTo("These engines do not append: name others by --engines, or another part." + SEE);
  }

  @Test
  void asksForTheMemoryOfThosePartsOnlyThatAreMeasured(@TempDir Path folder) throws Exception {
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
  void listsEveryPartEngineAndOptionInTheHelp() {
    String help = new CommandLine(new StreamBench()).getUsageMessage(CommandLine.Help.Ansi.OFF);

    assertThat(help)
        .contains("--small", "--share=<share>", "--only=<part>", "--engines=<engine>")
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
