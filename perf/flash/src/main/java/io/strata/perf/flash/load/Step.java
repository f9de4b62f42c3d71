package io.strata.perf.flash.load;

/**
 * What came of one rate.
 *
 * @param target requests a second that were due
 * @param achieved requests a second that were served while they were due
 * @param unserved requests that were given up, since those before them took too long
 * @param p50 latency from when a request was due until it was served, in nanoseconds; of one that
 *     was given up, until then
 * @param p99 the same
 * @param p999 the same
 * @param cloud of all that were served
 */
public record Step(
    double target,
    double achieved,
    long unserved,
    double p50,
    double p99,
    double p999,
    LatencyScatter cloud) {}
