/**
 * What a comparison does to a server: tables whose every byte follows from its row's number, reads
 * of them, and the threads that send these reads at full speed or at a fixed rate and measure what
 * a client sees.
 */
@NullMarked
package io.strata.perf.load;

import org.jspecify.annotations.NullMarked;
