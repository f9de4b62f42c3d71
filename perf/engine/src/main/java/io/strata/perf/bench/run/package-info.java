/**
 * The command {@code ./strata bench engine}: the list of rows, and the processes that measure them.
 */
@NullMarked
package io.strata.perf.bench.run;

import org.jspecify.annotations.NullMarked;
