package io.strata.perf.data;

/** How the client paces its operations. */
public enum Mode {
  /** Closed loop: the next operation is sent when the last is answered. Shows peak throughput. */
  PEAK,
  /**
   * Open loop: operations are sent at a fixed rate, the same for all configurations, and latencies
   * count from the time at which an operation was due. Shows how long a user waits.
   */
  PACED
}
