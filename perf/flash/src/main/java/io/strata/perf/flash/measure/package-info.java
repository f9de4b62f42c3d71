/** Measurements of engines: reads, inserts, restarts, and latencies at rising rates. */
@NullMarked
package io.strata.perf.flash.measure;

import org.jspecify.annotations.NullMarked;
