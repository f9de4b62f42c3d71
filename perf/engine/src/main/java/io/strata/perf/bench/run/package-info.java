/**
 * The program behind {@code ./strata bench engine}: which rows there are, and how their processes
 * are run.
 */
@NullMarked
package io.strata.perf.bench.run;

import org.jspecify.annotations.NullMarked;
