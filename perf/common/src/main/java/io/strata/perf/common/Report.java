package io.strata.perf.common;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A report that is written from top to bottom, in {@link Markdown} or as an {@link HtmlPage}. Not
 * thread-safe.
 */
public interface Report {
  /**
   * A chart with the table that it is drawn from.
   *
   * @param kind {@code intervals} or {@code time}
   * @param x title of the horizontal axis
   * @param y title of the vertical axis
   * @param note text below the title
   * @param data attributes of the whole chart, for scripts
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
   * Starts a section.
   *
   * @param level from 1, the title of the report, to 5
   */
  Report section(int level, String title);

  /** Adds one or more paragraphs. */
  Report text(String text);

  /** Adds facts about the run, as names with values. A value in backticks is code. */
  Report facts(Map<String, String> facts);

  /** Adds a table. */
  Report table(Table table);

  /**
   * Adds charts.
   *
   * @param layout CSS class of the element around the charts, or empty
   */
  Report charts(String layout, List<Chart> charts);

  /** Adds a picture from a file beside the report; the description is its alternative text. */
  Report picture(String description, String file);

  /** Starts a section of level 2. */
  default Report section(String title) {
    return section(2, title);
  }

  /** Adds a paragraph from a format string. */
  default Report format(String format, Object... values) {
    return text(String.format(Locale.ROOT, format, values));
  }
}
