/**
 * The load of a comparison: tables whose bytes are a function of the row's number, reads of them,
 * and load generators that send these reads at full speed or at a fixed rate and measure throughput
 * and latencies as a client sees them.
 */
@NullMarked
package io.strata.perf.load;

import org.jspecify.annotations.NullMarked;
