/** The command {@code ./strata bench hits}: the cost of a hit in several versions of Strata. */
@NullMarked
package io.strata.perf.bench.hits;

import org.jspecify.annotations.NullMarked;
