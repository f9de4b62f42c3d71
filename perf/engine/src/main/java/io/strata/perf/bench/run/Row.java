package io.strata.perf.bench.run;

import io.strata.perf.bench.report.Line;
import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.List;

/** A benchmark that fills some lines of the table, in one or more rounds. */
interface Row {
  /** Returns the name on the command line. */
  String name();

  /** Returns a short description. */
  String title();

  /** Returns the lines of the table that the row fills. */
  List<Line> lines();

  /** Returns the names of the cases that can be measured alone; none if the row has only one. */
  List<String> caseNames();

  /** Returns the number of rounds after which more would add no information or take too long. */
  int maxRounds();

  /** Returns the memory of the largest process, in MB. */
  int megabytes();

  /** Returns the number of mappings of the largest process; 0 if the usual ones are enough. */
  int mappings();

  /**
   * Measures all caches, one after the other.
   *
   * @param round from 0; the order of the caches rotates from round to round
   */
  void measure(Run run, int round) throws BenchException, IOException, InterruptedException;
}
