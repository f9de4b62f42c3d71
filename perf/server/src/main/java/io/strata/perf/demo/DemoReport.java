package io.strata.perf.demo;

import java.io.PrintStream;

/** What the demo prints beside its progress. Not thread-safe. */
final class DemoReport {
  private static final String INDENT = "    ";

  private final PrintStream out;
  private final int stories;
  private int told;

  /**
   * @param out is told
   * @param stories how many there are
   */
  DemoReport(PrintStream out, int stories) {
    this.out = out;
    this.stories = stories;
  }

  /** Returns what the next story is announced by. */
  String heading(Story story) {
    told++;
    return "Story %d of %d. %s".formatted(told, stories, story.title());
  }

  /** Tells how a story ended. */
  void tell(Outcome outcome) {
    outcome.lines().forEach(line -> out.println(INDENT + line));
  }

  /** Tells what the stories do not show. */
  void end() {
    out.println(
        "Where Strata does not win: while all that is read fits into the cache, both hit always, and"
            + " rows a second are about equal (perf/results/COMPARE.md).");
  }
}
