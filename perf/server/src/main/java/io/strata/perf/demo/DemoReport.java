package io.strata.perf.demo;

import java.io.PrintStream;

/** Prints the demo's results, beside its progress. Not thread-safe. */
final class DemoReport {
  private static final String INDENT = "    ";

  private final PrintStream out;
  private final int stories;
  private int told;

  /**
   * @param out where to print
   * @param stories number of stories
   */
  DemoReport(PrintStream out, int stories) {
    this.out = out;
    this.stories = stories;
  }

  /** Returns the heading of the next story. */
  String heading(Story story) {
    told++;
    return "Story %d of %d. %s".formatted(told, stories, story.title());
  }

  /** Prints the outcome of a story. */
  void tell(Outcome outcome) {
    outcome.lines().forEach(line -> out.println(INDENT + line));
  }

  /** Prints what the stories do not show. */
  void end() {
    out.println(
        "Where Strata does not win: while everything that is read fits into the cache, both always"
            + " hit, and throughput is about equal (perf/results/COMPARE.md).");
  }
}
