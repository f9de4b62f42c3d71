package io.strata.l2.testing;

import java.util.function.BooleanSupplier;

/** What the garbage collector does some time or other, soon. */
public final class Garbage {
  private static final int COLLECTIONS = 100;

  private Garbage() {}

  /** Collects garbage until this holds, or until it is plain that it never will; says whether. */
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
