/**
 * Pairs of slices of load, one on each of two servers: their order, what was measured of them, the
 * ratios within pairs with their intervals, and the file that holds it all.
 */
@NullMarked
package io.strata.perf.pair;

import org.jspecify.annotations.NullMarked;
