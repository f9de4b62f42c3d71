package io.strata.perf.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A table of a {@link Report}. A row of one cell is the heading of the rows below it. Not
 * thread-safe.
 */
public final class Table {
  private final String style;
  private final List<Column> columns;
  private final List<Row> rows = new ArrayList<>();

  /**
   * A column.
   *
   * @param style class of its cells on a page, or empty
   * @param data what a script reads of it
   */
  public record Column(String heading, String style, Map<String, String> data) {
    /** A column without data. */
    public Column(String heading, String style) {
      this(heading, style, Map.of());
    }

    /** A column without style and data. */
    public Column(String heading) {
      this(heading, "");
    }
  }

  /**
   * A cell.
   *
   * @param aside stands behind the text; or empty
   * @param strong whether it is emphasized
   * @param data what a script reads of it
   */
  public record Cell(String text, String aside, boolean strong, Map<String, String> data) {
    /** A cell without emphasis. */
    public Cell(String text, Map<String, String> data) {
      this(text, "", false, data);
    }

    /** A cell with a text alone. */
    public Cell(String text) {
      this(text, Map.of());
    }
  }

  /**
   * A row.
   *
   * @param data what a script reads of it
   */
  public record Row(List<Cell> cells, Map<String, String> data) {}

  /** Begins a table with its headings, one for each column. */
  public Table(String... headings) {
    this("", Arrays.stream(headings).map(Column::new).toList());
  }

  /**
   * Begins a table.
   *
   * @param style class of the table on a page, or empty
   */
  public Table(String style, List<Column> columns) {
    this.style = style;
    this.columns = List.copyOf(columns);
  }

  /** Adds a row of texts. */
  public void add(String... texts) {
    add(List.of(texts));
  }

  /** Adds a row of texts. */
  public void add(List<String> texts) {
    add(texts, Map.of());
  }

  /** Adds a row of texts, and what a script reads of it. */
  public void add(List<String> texts, Map<String, String> data) {
    add(data, texts.stream().map(Cell::new).toList());
  }

  /**
   * Adds a row.
   *
   * @param data what a script reads of it
   * @throws IllegalArgumentException when there are more cells than headings, or fewer
   */
  public void add(Map<String, String> data, List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "A row of %d cells does not fit under %d headings."
              .formatted(cells.size(), columns.size()));
    }
    rows.add(new Row(cells, data));
  }

  /** Adds a heading of the rows that follow. */
  public void group(String heading) {
    rows.add(new Row(List.of(new Cell(heading)), Map.of()));
  }

  /** Returns the class of the table on a page, or nothing. */
  public String style() {
    return style;
  }

  /** Returns all columns. */
  public List<Column> columns() {
    return columns;
  }

  /** Returns all rows. */
  public List<Row> rows() {
    return List.copyOf(rows);
  }
}
