package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import java.io.PrintStream;
import java.util.List;

/**
 * The context of a run, shared by all rows.
 *
 * @param only the case to measure; empty for all
 * @param quick whether to measure as little as possible, as a smoke test
 * @param figures receives the values
 * @param log receives the output of the processes
 */
record Run(String only, boolean quick, Figures<CacheKind> figures, PrintStream log) {
  /** Returns the cases of a row to measure. */
  List<String> casesOf(Row row) {
    if (!only.isEmpty()) {
      return List.of(only);
    }
    return quick ? row.caseNames().subList(0, 1) : row.caseNames();
  }
}
