package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import java.io.PrintStream;

/**
 * The context of a run, shared by all rows.
 *
 * @param quick whether to measure as little as possible, as a smoke test
 * @param figures receives the values
 * @param log receives the output of the processes
 */
record Run(boolean quick, Figures<CacheKind> figures, PrintStream log) {}
