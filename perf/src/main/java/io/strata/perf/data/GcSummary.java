package io.strata.perf.data;

import java.util.Map;

/**
 * What the server's garbage collector did during a sample, from the GC log.
 *
 * @param pauses how often the server was stopped for it
 * @param pausedMillis how long, all in all
 * @param longestMillis how long at the longest
 * @param byCause the same for each cause that the log names
 * @param concurrentMillis work of the collector beside the running server
 * @param allocatedMegabytes what the server allocated meanwhile
 * @param liveMegabytes heap in use after a collection, the least of them
 */
public record GcSummary(
    int pauses,
    double pausedMillis,
    double longestMillis,
    Map<String, Cause> byCause,
    double concurrentMillis,
    double allocatedMegabytes,
    double liveMegabytes) {

  /** What one cause brought about. */
  public record Cause(int pauses, double pausedMillis, double longestMillis) {}
}
