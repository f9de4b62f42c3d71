package io.strata.perf.bench;

/** A measurement that needs its own process, in which {@link ProbeMain} runs it for one cache. */
public interface Probe {
  /** Receives measured values. */
  @FunctionalInterface
  interface Sink {
    /** Receives one value of a figure. */
    void figure(String name, double value);

    /** Receives one integer value of a figure. */
    default void whole(String name, long value) {
      figure(name, (double) value);
    }
  }

  /**
   * Measures one cache.
   *
   * @param quick whether to do as little as possible; the figures are then not meaningful
   */
  void measure(CacheKind cache, boolean quick, Sink sink) throws Exception;
}
