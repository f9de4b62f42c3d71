/**
 * Runs comparisons on real HBase processes: the plan, the studies, the servers and their counters.
 * A comparison writes only {@link io.strata.perf.data.RawData}. {@link RestartComparison} and
 * {@link PairedComparison} are comparisons of other kinds.
 */
@NullMarked
package io.strata.perf.run;

import org.jspecify.annotations.NullMarked;
