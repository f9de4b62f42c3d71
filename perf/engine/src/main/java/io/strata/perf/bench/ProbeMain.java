package io.strata.perf.bench;

import io.strata.perf.common.JvmFork;

/**
 * One probe in this process, for one cache: {@code ProbeMain INSERT STRATA all [quick]}. Prints a
 * line for each value, by which {@code ./strata bench engine} takes them. The third argument is the
 * part of the probe, where it has parts that need processes of their own.
 */
public final class ProbeMain {
  /** The last argument of a run that only shows that it works. */
  public static final String QUICK = "quick";

  private ProbeMain() {}

  /** Measures and prints. */
  public static void main(String[] args) throws Exception {
    Probes probe = Probes.valueOf(args[0]);
    CacheKind cache = CacheKind.valueOf(args[1]);
    boolean quick = args.length > 3 && args[3].equals(QUICK);
    probe.make(args[2]).measure(cache, quick, JvmFork::print);
    // BucketCache leaves threads behind that are no daemons.
    System.exit(0);
  }
}
