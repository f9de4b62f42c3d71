/** The report of a run. */
@NullMarked
package io.strata.perf.stream.report;

import org.jspecify.annotations.NullMarked;
