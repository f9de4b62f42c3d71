/** Figures, what they must reach, and the table that says whether they do. */
@NullMarked
package io.strata.perf.bench.report;

import org.jspecify.annotations.NullMarked;
