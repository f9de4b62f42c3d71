package io.strata.replay.report;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;

/**
 * What a policy hit of a trace.
 *
 * @param percent the size of the cache, in percent of the trace's blocks
 * @param entries the same in blocks
 * @param ratio hits of all accesses, from 0 to 1
 */
public record HitRatio(String trace, int percent, int entries, String policy, double ratio) {
  /** The mean of each policy; all traces and sizes count the same. */
  public static Map<String, Double> means(List<HitRatio> ratios) {
    return ratios.stream().collect(groupingBy(HitRatio::policy, averagingDouble(HitRatio::ratio)));
  }
}
