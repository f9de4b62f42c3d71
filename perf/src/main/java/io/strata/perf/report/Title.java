package io.strata.perf.report;

/** What must be added to a title where a load was measured in several ways. */
final class Title {
  private Title() {}

  static String of(Run run, Cell cell) {
    String text = "";
    if (run.threads(cell.study(), cell.load()).size() > 1) {
      text += ", " + cell.threads() + " threads";
    }
    if (run.collectors(cell.study(), cell.load()).size() > 1) {
      text += ", " + cell.collector();
    }
    return text;
  }
}
