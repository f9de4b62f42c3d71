package io.strata.judge;

import java.util.concurrent.atomic.LongAdder;

/** Counts the uses of Strata's tiers in this process. Thread-safe. */
public final class Uses {
  static final String INTERNAL_NAME = "io/strata/judge/Uses";

  private static final LongAdder LOOK_UPS = new LongAdder();
  private static final LongAdder INSERTS = new LongAdder();

  private Uses() {}

  /** Counts a look-up. */
  public static void lookUp() {
    LOOK_UPS.increment();
  }

  /** Counts an insert. */
  public static void insert() {
    INSERTS.increment();
  }

  static long lookUps() {
    return LOOK_UPS.sum();
  }

  static long inserts() {
    return INSERTS.sum();
  }
}
