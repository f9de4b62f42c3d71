package io.strata.perf.load;

/** Deterministic pseudo-random numbers. */
final class Mix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Mix() {}

  /** Returns the number at an index of SplitMix64's sequence for a seed. */
  static long mix(long seed, long index) {
    long z = seed + (index + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns the same number scaled to [0, 1). */
  static double share(long seed, long index) {
    return (mix(seed, index) >>> 11) * 0x1p-53;
  }
}
