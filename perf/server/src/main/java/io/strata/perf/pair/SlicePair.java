package io.strata.perf.pair;

/**
 * Two slices one right after the other, of the same requests.
 *
 * @param firstBegan whether the slice of the first server came before that of the second
 */
public record SlicePair(boolean firstBegan, PairedSlice first, PairedSlice second) {}
