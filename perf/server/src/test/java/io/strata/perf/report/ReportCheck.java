package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Compares the figures of a report with figures computed from the run's raw files. */
public final class ReportCheck {
  private final Document page;
  private final RawFiles raw;

  ReportCheck(Document page, RawFiles raw) {
    this.page = page;
    this.raw = raw;
  }

  /**
   * Checks every bar, every point over threads and every cell of the summary.
   *
   * @param html the report
   * @param folder of the run
   * @return the number of figures checked
   */
  public static int of(Path html, Path folder) throws IOException {
    ReportCheck check = new ReportCheck(Jsoup.parse(html), new RawFiles(folder));
    return check.charts() + check.cells();
  }

  int charts() {
    int checked = 0;
    for (Element chart : page.select("figure[data-kind=bars], figure[data-kind=threads]")) {
      String measure = chart.attr("data-measure");
      for (Element row : chart.select("tbody tr")) {
        List<Double> values = RawFiles.measure(rounds(chart, row), measure);
        assertThat(numbers(row.attr("data-rounds"))).as(at(chart, row)).isEqualTo(values);
        checkCell(row, row.selectFirst(".median").text(), values, measure, at(chart, row));
        checked++;
      }
    }
    return checked;
  }

  int cells() {
    List<Element> cells = page.select("td[data-measure]");
    for (Element cell : cells) {
      List<Double> values = RawFiles.measure(rounds(cell, cell), cell.attr("data-measure"));
      checkCell(
          cell,
          cell.ownText().split(" ", -1)[0],
          values,
          cell.attr("data-measure"),
          at(cell, cell));
    }
    return cells.size();
  }

  private static void checkCell(
      Element element, String text, List<Double> values, String measure, String what) {
    if (values.isEmpty()) {
      assertThat(text).as(what).isEqualTo("–");
      assertThat(element.hasAttr("data-value")).as(what).isFalse();
      return;
    }
    double median = RawFiles.median(values);
    assertThat(Double.parseDouble(element.attr("data-value"))).as(what).isEqualTo(median);
    double digit = Math.pow(10, -Measure.valueOf(measure).decimals());
    double shown = Double.parseDouble(text.replace(",", ""));
    assertThat(shown).as(what).isCloseTo(median, within(digit / 2 * 1.000001));
    assertThat(shown == 0).as(what + ": shown as zero").isEqualTo(median == 0);
  }

  /** Returns the samples behind an element, by its own attributes or its parent's. */
  List<Sample> rounds(Element outer, Element inner) {
    return raw.rounds(
        outer.attr("data-study"),
        outer.attr("data-load"),
        inner.attr("data-configuration"),
        inner.hasAttr("data-collector")
            ? inner.attr("data-collector")
            : outer.attr("data-collector"),
        inner.hasAttr("data-threads") ? inner.attr("data-threads") : outer.attr("data-threads"),
        outer.attr("data-mode"));
  }

  static String at(Element outer, Element inner) {
    return outer.attributes() + " " + inner.attributes();
  }

  static List<Double> numbers(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(" ", -1)).map(Double::valueOf).toList();
  }
}
