package io.strata.it.cluster;

/** A short sleep between two checks of a condition that another process fulfils. */
final class Pause {
  private Pause() {}

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for another process.", e);
    }
  }
}
