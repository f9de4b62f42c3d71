/** Table and charts of a run: figures, targets and verdicts. */
@NullMarked
package io.strata.perf.bench.report;

import org.jspecify.annotations.NullMarked;
