package io.strata.l2.testing;

import java.util.function.BooleanSupplier;

/** Forces garbage collection. */
public final class Garbage {
  private static final int COLLECTIONS = 100;

  private Garbage() {}

  /**
   * Collects garbage until a condition holds, a limited number of times; returns whether it does.
   */
  public static boolean collectUntil(BooleanSupplier condition) {
    for (int i = 0; i < COLLECTIONS && !condition.getAsBoolean(); i++) {
      System.gc();
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return condition.getAsBoolean();
  }
}
