/**
 * Runs comparisons on real HBase processes: the plans, the servers and their counters. {@link
 * PairedComparison} loads two servers alternately; {@link RestartComparison} and {@link
 * ObjectStoreComparison} have one at a time.
 */
@NullMarked
package io.strata.perf.run;

import org.jspecify.annotations.NullMarked;
