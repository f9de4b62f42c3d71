/**
 * The load of a comparison: tables whose bytes are a function of the row's number, requests to
 * them, and load generators that send these at full speed or at a fixed rate and measure throughput
 * and latencies as a client sees them.
 */
@NullMarked
package io.strata.perf.load;

import org.jspecify.annotations.NullMarked;
