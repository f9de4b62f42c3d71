package io.strata.perf.bench;

import io.strata.perf.common.JvmFork;

/**
 * Runs one probe for one cache in this process: {@code ProbeMain INSERT STRATA all [quick]}. Prints
 * each value on a line, which {@code ./strata bench engine} parses. The third argument is one of
 * {@link Probes#cases}.
 */
public final class ProbeMain {
  /** The last argument of a smoke test. */
  public static final String QUICK = "quick";

  private ProbeMain() {}

  /** Measures and prints the values. */
  public static void main(String[] args) throws Exception {
    Probes probe = Probes.valueOf(args[0]);
    CacheKind cache = CacheKind.valueOf(args[1]);
    boolean quick = args.length > 3 && args[3].equals(QUICK);
    probe.make(args[2]).measure(cache, quick, JvmFork::print);
    // BucketCache leaves non-daemon threads running.
    System.exit(0);
  }
}
