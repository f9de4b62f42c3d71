package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import java.io.PrintStream;

/**
 * What the rows of one run have in common.
 *
 * @param quick whether to measure as little as possible, to see that it works
 * @param figures where the values go
 * @param log where the processes' own output goes
 */
record Run(boolean quick, Figures<CacheKind> figures, PrintStream log) {}
