package io.strata.replay.report;

import java.util.List;
import java.util.Map;

/**
 * A figure of the hit ratio, and the same of the byte hit ratio.
 *
 * @param hits by policy
 * @param bytes by policy
 */
record BothRatios(Map<String, Double> hits, Map<String, Double> bytes) {
  static BothRatios means(List<HitRatio> ratios) {
    return new BothRatios(Means.of(ratios, HitRatio::ratio), Means.of(ratios, HitRatio::byteRatio));
  }

  static BothRatios leastOver(List<HitRatio> ratios, String other) {
    return new BothRatios(
        Means.leastOver(ratios, other, HitRatio::ratio),
        Means.leastOver(ratios, other, HitRatio::byteRatio));
  }

  /** Two cells of a table. */
  List<String> of(String policy) {
    return List.of(
        Markdown.percent(hits.getOrDefault(policy, Double.NaN)),
        Markdown.percent(bytes.getOrDefault(policy, Double.NaN)));
  }
}
