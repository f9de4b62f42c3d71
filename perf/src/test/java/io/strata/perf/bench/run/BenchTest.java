package io.strata.perf.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.bench.report.Line;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchTest {
  @Test
  void names_the_rows_when_asked_for_one_that_is_none() {
    assertThat(refusal("hits"))
        .startsWith("There is no row hits: choose from hit, hot, latency, insert,");
  }

  @Test
  void refuses_rounds_out_of_range() {
    assertThat(refusal("--rounds", "0")).startsWith("--rounds is 0: give 1 to 20.");
    assertThat(refusal("--rounds", "21")).startsWith("--rounds is 21: give 1 to 20.");
  }

  @Test
  void lists_every_row_in_the_help() {
    String help = new CommandLine(new Bench()).getUsageMessage(CommandLine.Help.Ansi.OFF);

    assertThat(help)
        .contains("Rows: " + String.join(", ", Rows.all(2).stream().map(Row::name).toList()) + ".");
  }

  @Test
  void no_two_lines_have_the_same_title_or_figure() {
    List<Line> lines = Rows.all(8).stream().flatMap(row -> row.lines().stream()).toList();

    assertThat(lines).extracting(Line::title).doesNotHaveDuplicates();
    assertThat(lines).extracting(Line::figure).doesNotHaveDuplicates();
  }

  private static String refusal(String... args) {
    StringWriter err = new StringWriter();
    int code = new CommandLine(new Bench()).setErr(new PrintWriter(err, true)).execute(args);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }
}
