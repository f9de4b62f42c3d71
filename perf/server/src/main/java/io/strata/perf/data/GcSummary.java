package io.strata.perf.data;

import java.util.Map;

/**
 * What the server's garbage collector did during a sample, from a recording of it.
 *
 * @param pauses how often the server was stopped for it
 * @param pausedMillis how long, all in all
 * @param longestMillis how long at the longest
 * @param byCause the same for each cause
 * @param liveMegabytes heap in use after a collection, the least of them
 */
public record GcSummary(
    int pauses,
    double pausedMillis,
    double longestMillis,
    Map<String, Cause> byCause,
    double liveMegabytes) {

  /** What one cause brought about. */
  public record Cause(int pauses, double pausedMillis, double longestMillis) {}
}
