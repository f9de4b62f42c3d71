package io.strata.perf.compare;

/**
 * One measured run of one workload on one cache.
 *
 * @param pass which repetition, from 1
 * @param rows read in it
 * @param server what the RegionServer did in it
 * @param cacheBytes the configured size of the second tier
 */
record Measurement(
    Setup setup,
    Cache cache,
    Workload workload,
    int pass,
    long rows,
    ReadTiming timing,
    Counters server,
    long cacheBytes) {}
