package io.strata.perf.pair;

/**
 * Two consecutive slices with the same requests, one on each server.
 *
 * @param firstBegan whether the first server's slice came first
 */
public record SlicePair(boolean firstBegan, PairedSlice first, PairedSlice second) {}
