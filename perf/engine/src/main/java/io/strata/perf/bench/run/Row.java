package io.strata.perf.bench.run;

import io.strata.perf.bench.report.Line;
import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.List;

/** Something to measure, in one round or several. */
interface Row {
  /** By which it is asked for. */
  String name();

  /** What it measures, in a few words. */
  String title();

  /** The lines of the table that it fills. */
  List<Line> lines();

  /** More rounds than this tell nothing new, or take too long. */
  int mostRounds();

  /** Memory that its largest process takes, in MB. */
  int megabytes();

  /**
   * Measures all caches, one after the other.
   *
   * @param round from 0; the caches change places from round to round
   */
  void measure(Run run, int round) throws BenchException, IOException, InterruptedException;
}
