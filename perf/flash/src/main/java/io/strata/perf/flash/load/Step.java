package io.strata.perf.flash.load;

/**
 * The result of one rate.
 *
 * @param target requests per second that were due
 * @param achieved requests per second that were served while they were due
 * @param unserved requests abandoned because earlier ones took too long
 * @param p50 latency from when a request was due until it was served or abandoned, in nanoseconds
 * @param p99 the same
 * @param p999 the same
 * @param scatter of all served requests
 */
public record Step(
    double target,
    double achieved,
    long unserved,
    double p50,
    double p99,
    double p999,
    LatencyScatter scatter) {}
