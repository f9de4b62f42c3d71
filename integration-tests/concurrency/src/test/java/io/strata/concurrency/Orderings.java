package io.strata.concurrency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table of ORDERINGS.md. */
final class Orderings {
  private static final String NONE = "–";
  private static final int COLUMNS = 4;

  private Orderings() {}

  /**
   * A row of the table.
   *
   * @param access the access
   * @param weakening of the access, or an empty string
   * @param test the test that fails with the weakening
   * @param seen a part of what that test reports; or why the access is not weakened
   */
  record Row(String access, String weakening, String test, String seen) {
    boolean isWeakened() {
      return !weakening.isEmpty();
    }
  }

  static List<Row> read() throws IOException {
    return Files.readAllLines(Path.of("ORDERINGS.md")).stream()
        .dropWhile(line -> !line.contains("accesses: begin"))
        .filter(line -> line.startsWith("| `"))
        .map(Orderings::row)
        .toList();
  }

  private static Row row(String line) {
    String[] cells = line.substring(1, line.lastIndexOf('|')).split("\\|", -1);
    if (cells.length != COLUMNS) {
      throw new IllegalArgumentException("Not a row of " + COLUMNS + " columns: " + line);
    }
    String access = code(cells[0]);
    String weakening = cells[2].trim();
    String last = cells[3].trim();
    if (weakening.equals(NONE)) {
      return new Row(access, "", "", last);
    }
    int end = last.indexOf("`: ");
    return new Row(access, code(weakening), last.substring(1, end), last.substring(end + 3));
  }

  private static String code(String cell) {
    return cell.trim().replace("`", "");
  }
}
