package io.strata.perf.load;

/** Numbers that look random and follow from others. */
final class Mix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Mix() {}

  /** SplitMix64's number of that place in the sequence of that seed. */
  static long mix(long seed, long place) {
    long z = seed + (place + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The same as a share of one, 0 included and 1 excluded. */
  static double share(long seed, long place) {
    return (mix(seed, place) >>> 11) * 0x1p-53;
  }
}
