package io.strata.perf.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A table of a {@link Report}. A row with a single cell is a heading for the rows below it. Not
 * thread-safe.
 */
public final class Table {
  private final String style;
  private final List<Column> columns;
  private final List<Row> rows = new ArrayList<>();

  /**
   * A column.
   *
   * @param style CSS class of the cells, or empty
   * @param data attributes for scripts
   */
  public record Column(String heading, String style, Map<String, String> data) {
    /** Creates a column without data. */
    public Column(String heading, String style) {
      this(heading, style, Map.of());
    }

    /** Creates a column without style or data. */
    public Column(String heading) {
      this(heading, "");
    }
  }

  /**
   * A cell.
   *
   * @param aside secondary text after the text, or empty
   * @param strong whether the text is emphasized
   * @param data attributes for scripts
   */
  public record Cell(String text, String aside, boolean strong, Map<String, String> data) {
    /** Creates a cell without emphasis. */
    public Cell(String text, Map<String, String> data) {
      this(text, "", false, data);
    }

    /** Creates a cell with text only. */
    public Cell(String text) {
      this(text, Map.of());
    }
  }

  /**
   * A row.
   *
   * @param data attributes for scripts
   */
  public record Row(List<Cell> cells, Map<String, String> data) {}

  /** Creates an empty table with a heading for each column. */
  public Table(String... headings) {
    this("", Arrays.stream(headings).map(Column::new).toList());
  }

  /**
   * Creates an empty table.
   *
   * @param style CSS class of the table, or empty
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

  /** Adds a row of texts with attributes for scripts. */
  public void add(List<String> texts, Map<String, String> data) {
    add(data, texts.stream().map(Cell::new).toList());
  }

  /**
   * Adds a row.
   *
   * @param data attributes for scripts
   * @throws IllegalArgumentException if the number of cells differs from the number of columns
   */
  public void add(Map<String, String> data, List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "A row of %d cells does not fit a table of %d columns."
              .formatted(cells.size(), columns.size()));
    }
    rows.add(new Row(cells, data));
  }

  /** Adds a heading for the rows that follow. */
  public void group(String heading) {
    rows.add(new Row(List.of(new Cell(heading)), Map.of()));
  }

  /** Returns the CSS class of the table, or an empty string. */
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
