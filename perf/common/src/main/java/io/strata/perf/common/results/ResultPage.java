package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A published page of results in Markdown: its facts and the rows of its tables. Immutable. */
final class ResultPage {
  /** The part of a page from a heading to the next heading. */
  private record Section(int level, String heading, List<String> lines) {}

  /** A table as it was read: the headings, and a list of cells for each row. */
  private record Grid(List<String> headings, List<List<String>> rows) {
    Optional<List<String>> row(String label) {
      return rows.stream().filter(row -> row.get(0).equals(label)).findFirst();
    }
  }

  private static final Pattern RATIO = Pattern.compile("([0-9.]+) \\(([0-9.]+)–([0-9.]+)\\)");

  private final String name;
  private final List<Section> sections;

  private ResultPage(String name, List<Section> sections) {
    this.name = name;
    this.sections = List.copyOf(sections);
  }

  /**
   * Reads a page.
   *
   * @param folder of all results
   * @param name path within the folder
   */
  static ResultPage read(Path folder, String name) throws IOException {
    return of(name, Files.readString(folder.resolve(name)));
  }

  /** Returns a page of that name and text. */
  static ResultPage of(String name, String text) {
    List<Section> sections = new ArrayList<>(List.of(new Section(0, "", new ArrayList<>())));
    boolean isCode = false;
    for (String line : text.split("\n", -1)) {
      isCode ^= line.startsWith("```");
      if (!isCode && line.matches("#{1,5} .*")) {
        int level = line.indexOf(' ');
        sections.add(new Section(level, line.substring(level).strip(), new ArrayList<>()));
      } else {
        sections.get(sections.size() - 1).lines().add(line);
      }
    }
    return new ResultPage(name, sections);
  }

  /** Returns the path within the folder of all results. */
  String name() {
    return name;
  }

  /** Returns the commits that the page and its sections name, in their order. */
  List<Provenance> provenance() {
    return sections.stream().map(ResultPage::provenanceOf).flatMap(Optional::stream).toList();
  }

  /**
   * Returns the commit of a section: its own, or else that of the page.
   *
   * @throws BenchException if there is neither
   */
  Provenance provenance(String heading) throws BenchException {
    List<Provenance> all = provenance();
    return all.stream()
        .filter(its -> its.section().equals(heading))
        .findFirst()
        .or(() -> all.stream().filter(its -> its.section().isEmpty()).findFirst())
        .orElseThrow(() -> rejected("names no commit", "Add the fact \"- Strata: <commit>\""));
  }

  /** Facts below the title are those of the page. */
  private static Optional<Provenance> provenanceOf(Section section) {
    return Provenance.of(section.level() <= 1 ? "" : section.heading(), section.lines());
  }

  /**
   * Returns one figure: the text of a cell without emphasis and without the range in brackets.
   *
   * @param heading of the section; empty for the whole page
   * @param row text of the row's first cell
   * @param column heading of the column
   * @throws BenchException if there is no such cell, or it is empty
   */
  String figure(String heading, String row, String column) throws BenchException {
    return withoutRange(cell(heading, row, column).replace("**", ""));
  }

  /**
   * Returns a cell as it is on the page.
   *
   * @throws BenchException if there is no such cell, or it is empty
   */
  String text(String heading, String row, String column) throws BenchException {
    return cell(heading, row, column);
  }

  /**
   * Returns a ratio with its interval, which follows in brackets, or {@link Interval#NONE} if the
   * cell has none.
   *
   * @throws BenchException if there is no such cell, or it is empty
   */
  Interval ratio(String heading, String row, String column) throws BenchException {
    Matcher ratio = RATIO.matcher(cell(heading, row, column).replace("**", "").replace(",", ""));
    return ratio.matches()
        ? new Interval(
            Double.parseDouble(ratio.group(2)),
            Double.parseDouble(ratio.group(1)),
            Double.parseDouble(ratio.group(3)))
        : Interval.NONE;
  }

  private String cell(String heading, String row, String column) throws BenchException {
    Grid grid = grid(heading, row);
    int index = grid.headings().indexOf(column);
    String cell = index < 0 ? "" : grid.row(row).orElseThrow().get(index);
    if (cell.isEmpty()) {
      throw rejected(
          "has no figure in row \"%s\", column \"%s\"".formatted(row, column), "Name another");
    }
    return cell;
  }

  /**
   * Returns the given rows of a table, without the columns that are empty in all of them.
   *
   * @throws BenchException if one of the rows does not exist
   */
  Table excerpt(String heading, List<String> labels) throws BenchException {
    Grid grid = grid(heading, labels.get(0));
    List<List<String>> rows = new ArrayList<>();
    for (String label : labels) {
      rows.add(grid.row(label).orElseThrow(() -> noRow(heading, label)));
    }
    int[] columns =
        IntStream.range(0, grid.headings().size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).matches("–?")))
            .toArray();
    Table table = new Table(select(grid.headings(), columns).toArray(String[]::new));
    rows.forEach(row -> table.add(select(row, columns)));
    return table;
  }

  private static List<String> select(List<String> cells, int[] columns) {
    return Arrays.stream(columns).mapToObj(cells::get).toList();
  }

  /** Returns the first table of a section that has the row. */
  private Grid grid(String heading, String row) throws BenchException {
    return grids(lines(heading)).stream()
        .filter(grid -> grid.row(row).isPresent())
        .findFirst()
        .orElseThrow(() -> noRow(heading, row));
  }

  private BenchException noRow(String heading, String row) {
    String where = heading.isEmpty() ? "" : " in section \"" + heading + "\"";
    return rejected("has no row \"" + row + "\"" + where, "Name the row as the page does");
  }

  private BenchException rejected(String problem, String fix) {
    return new BenchException("perf/results/%s: %s. %s.".formatted(name, problem, fix));
  }

  /** Returns the lines of a section and of those below it. */
  private List<String> lines(String heading) {
    List<String> lines = new ArrayList<>();
    int level = heading.isEmpty() ? 0 : Integer.MAX_VALUE;
    for (Section section : sections) {
      if (section.heading().equals(heading)) {
        level = section.level();
      } else if (section.level() <= level) {
        level = Integer.MAX_VALUE;
      }
      if (section.level() >= level) {
        lines.addAll(section.lines());
        lines.add("");
      }
    }
    return lines;
  }

  private static List<Grid> grids(List<String> lines) {
    List<Grid> grids = new ArrayList<>();
    List<List<String>> table = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("|")) {
        table.add(cells(line));
      } else if (!table.isEmpty()) {
        grids.add(grid(table));
        table.clear();
      }
    }
    return grids;
  }

  /** Returns the table of all rows after the heading and the rule below it. */
  private static Grid grid(List<List<String>> table) {
    List<String> headings = table.get(0);
    return new Grid(
        headings, table.stream().skip(2).filter(row -> row.size() == headings.size()).toList());
  }

  private static List<String> cells(String line) {
    String inner = line.strip().substring(1);
    return Arrays.stream(inner.substring(0, inner.lastIndexOf('|')).split("(?<!\\\\)\\|", -1))
        .map(String::strip)
        .toList();
  }

  private static String withoutRange(String figure) {
    int range = figure.indexOf(" (");
    return range < 0 ? figure : figure.substring(0, range);
  }
}
