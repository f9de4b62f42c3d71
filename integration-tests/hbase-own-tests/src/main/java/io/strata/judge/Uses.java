package io.strata.judge;

import java.util.concurrent.atomic.LongAdder;

/** How often the tiers of Strata were used in this process. Thread-safe. */
public final class Uses {
  static final String INTERNAL_NAME = "io/strata/judge/Uses";

  private static final LongAdder LOOK_UPS = new LongAdder();
  private static final LongAdder OFFERS = new LongAdder();

  private Uses() {}

  /** A block is looked up. */
  public static void lookUp() {
    LOOK_UPS.increment();
  }

  /** A block is offered. */
  public static void offer() {
    OFFERS.increment();
  }

  static long lookUps() {
    return LOOK_UPS.sum();
  }

  static long offers() {
    return OFFERS.sum();
  }
}
