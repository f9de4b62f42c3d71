package io.strata.perf.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.report.Line;
import io.strata.perf.common.Figures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchTest {
  @Test
  void messageForAnUnknownRowListsTheRows() {
    assertThat(rejection("hits"))
        .startsWith("Unknown row \"hits\": choose from hit, hot, latency, insert,");
  }

  @Test
  void rejectsACaseThatARowDoesNotHave() {
    assertThat(rejection("--case=TO_ANY", "background", "close"))
        .startsWith("--case=TO_ANY: the row close has no such case. Choose from all.");
    assertThat(rejection("--case=GB_4", "moving-100gb"))
        .startsWith("--case=GB_4: the row moving-100gb has no such case. Choose from GB_100.SAME,");
    assertThat(rejection("--case=all", "hit", "close"))
        .startsWith("--case=all: the row hit has no such case. It has none: name other rows,");
  }

  @Test
  void measuresTheChosenCaseEvenInASmokeTest() {
    Row moving = Rows.all(2).stream().filter(row -> row.name().equals("moving")).findFirst().get();
    Figures<CacheKind> figures = new Figures<>(CacheKind.class);

    assertThat(new Run("GB_4.TO_8", true, figures, System.out).casesOf(moving))
        .containsExactly("GB_4.TO_8");
    assertThat(new Run("", true, figures, System.out).casesOf(moving))
        .containsExactly("MB_384.SAME");
    assertThat(new Run("", false, figures, System.out).casesOf(moving))
        .isEqualTo(moving.caseNames());
  }

  @Test
  void rejectsRoundsOutOfRange() {
    assertThat(rejection("--rounds", "0")).startsWith("--rounds=0: out of range. Use 1 to 20.");
    assertThat(rejection("--rounds", "21")).startsWith("--rounds=21: out of range. Use 1 to 20.");
  }

  @Test
  void rejectsAnInvalidOptionInOneLine() {
    assertThat(rejection("--round=1"))
        .isEqualTo("Unknown option: '--round=1'. See ./strata bench engine --help.\n");
    assertThat(rejection("--rounds=many"))
        .isEqualTo(
            "Invalid value for option '--rounds': 'many' is not an int."
                + " See ./strata bench engine --help.\n");
    assertThat(rejection("--output"))
        .hasLineCount(1)
        .endsWith(" See ./strata bench engine --help.\n");
  }

  @Test
  void rejectsAnUnwritableTableBeforeMeasuring(@TempDir Path folder) {
    for (Path file : List.of(folder, folder.resolve("missing/table.md"))) {
      assertThat(rejection("--quick", "--output=" + file, "close"))
          .startsWith("--output=" + file + ": not writable. Choose a file in an existing folder.")
          .hasLineCount(1);
    }
  }

  @Test
  void listsEveryRowInTheHelp() {
    String help = new CommandLine(new Bench()).getUsageMessage(CommandLine.Help.Ansi.OFF);

    assertThat(help.replaceAll("\\s+", " "))
        .contains("Rows: " + String.join(", ", Rows.all(2).stream().map(Row::name).toList()) + ".");
  }

  @Test
  void noTwoLinesHaveTheSameTitleOrFigure() {
    List<Line> lines = Rows.all(8).stream().flatMap(row -> row.lines().stream()).toList();

    assertThat(lines).extracting(Line::title).doesNotHaveDuplicates();
    assertThat(lines).extracting(Line::figure).doesNotHaveDuplicates();
  }

  private static String rejection(String... args) {
    StringWriter err = new StringWriter();
    int code = Bench.commandLine().setErr(new PrintWriter(err, true)).execute(args);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }
}
