package io.strata.perf.data;

import java.util.Map;

/**
 * The server's garbage collections during a sample, from a Flight Recorder recording.
 *
 * @param pauses number of pauses
 * @param pausedMillis their total length
 * @param longestMillis the longest
 * @param byCause the same for each cause
 * @param liveMegabytes minimum of the heap in use after a collection
 */
public record GcSummary(
    int pauses,
    double pausedMillis,
    double longestMillis,
    Map<String, Cause> byCause,
    double liveMegabytes) {

  /** The pauses of one cause. */
  public record Cause(int pauses, double pausedMillis, double longestMillis) {}
}
