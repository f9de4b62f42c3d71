package io.strata.perf.bench;

/**
 * A measurement that needs a process of its own: {@link ProbeMain} runs it there, for one cache.
 */
public interface Probe {
  /** Takes what was measured. */
  @FunctionalInterface
  interface Sink {
    /** Takes one value of a figure. */
    void figure(String name, double value);

    /** Takes one value of a figure that is whole. */
    default void whole(String name, long value) {
      figure(name, (double) value);
    }
  }

  /**
   * Measures one cache.
   *
   * @param quick whether to do as little as possible; the figures are then good for nothing
   */
  void measure(CacheKind cache, boolean quick, Sink sink) throws Exception;
}
