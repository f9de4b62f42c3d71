/**
 * Runs a comparison on real HBase processes: which deploys, which studies, in which order, and what
 * is read from the servers meanwhile. It leaves {@link io.strata.perf.data.RawData}, nothing else.
 * Beside it {@link RestartComparison}, which stops servers and starts them again.
 */
@NullMarked
package io.strata.perf.run;

import org.jspecify.annotations.NullMarked;
