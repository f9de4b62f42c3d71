package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import java.util.List;

/**
 * A row of the README's table: one measure of BucketCache, LruBlockCache and Strata.
 *
 * @param measure in words
 * @param page path within the folder of all results
 * @param section heading on that page; empty for the whole page
 * @param cells of the three caches in this order; a cell without a row was not measured
 */
record QuotedFigure(String measure, String page, String section, List<CellRef> cells) {
  private static final String NOT_MEASURED = "–";

  /** A cell of the page's table by its row and column. */
  record CellRef(String row, String column) {}

  /** Copies the cells. */
  QuotedFigure {
    cells = List.copyOf(cells);
  }

  /** Returns a figure whose caches are columns of one row; a name that is empty has none. */
  static QuotedFigure ofRow(
      String measure, String page, String section, String row, String... columns) {
    return new QuotedFigure(
        measure,
        page,
        section,
        List.of(columns).stream()
            .map(column -> new CellRef(column.isEmpty() ? "" : row, column))
            .toList());
  }

  /** Returns a figure whose caches are rows of one column. */
  static QuotedFigure ofColumn(
      String measure, String page, String section, String column, String... rows) {
    return new QuotedFigure(
        measure,
        page,
        section,
        List.of(rows).stream().map(row -> new CellRef(row, column)).toList());
  }

  /**
   * Returns the figures of the three caches.
   *
   * @throws BenchException if the page has no such figure
   */
  List<String> texts(ResultPage its) throws BenchException {
    String[] texts = new String[cells.size()];
    for (int i = 0; i < texts.length; i++) {
      CellRef cell = cells.get(i);
      texts[i] =
          cell.row().isEmpty() ? NOT_MEASURED : its.figure(section, cell.row(), cell.column());
    }
    return List.of(texts);
  }
}
