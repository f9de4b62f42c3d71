/**
 * Paired slices of load on two servers: their order, their measurements, the ratios with confidence
 * intervals, and the data file.
 */
@NullMarked
package io.strata.perf.pair;

import org.jspecify.annotations.NullMarked;
