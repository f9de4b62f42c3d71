package io.strata.perf.common;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A report, written from its beginning to its end: {@link Markdown} and {@link HtmlPage} are its
 * two forms. Not thread-safe.
 */
public interface Report {
  /**
   * A chart and the table that it is drawn from.
   *
   * @param kind {@code bars}, {@code stack}, {@code threads}, {@code time} or {@code curves}
   * @param note stands below the title
   * @param data what the whole chart is of, for scripts
   */
  record Chart(
      String kind,
      String title,
      String x,
      String y,
      String note,
      Map<String, String> data,
      Table table) {}

  /**
   * Begins a section.
   *
   * @param level 1 for the title of all, up to 5
   */
  Report section(int level, String title);

  /** Adds a paragraph or several. */
  Report text(String text);

  /**
   * Adds names with their values: what a reader must know of the run. A value in backticks is code.
   */
  Report facts(Map<String, String> facts);

  /** Adds a table. */
  Report table(Table table);

  /**
   * Adds charts.
   *
   * @param layout class of what is around them on a page, or empty
   */
  Report charts(String layout, List<Chart> charts);

  /** Adds a drawing in a file beside the report. */
  Report picture(String words, String file);

  /** Adds a section below the title. */
  default Report section(String title) {
    return section(2, title);
  }

  /** Adds a paragraph with values in it. */
  default Report format(String format, Object... values) {
    return text(String.format(Locale.ROOT, format, values));
  }
}
