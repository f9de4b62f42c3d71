package io.strata.replay.report;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;
import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Aggregates of hit ratios by policy; all traces and sizes have the same weight. */
public final class Means {
  /** A trace, and a size of the cache. */
  private record TraceAndSize(String trace, int percent) {
    static TraceAndSize of(HitRatio ratio) {
      return new TraceAndSize(ratio.trace(), ratio.percent());
    }
  }

  private Means() {}

  /** Returns the mean of each policy. */
  static Map<String, Double> of(List<HitRatio> ratios, ToDoubleFunction<HitRatio> value) {
    return ratios.stream().collect(groupingBy(HitRatio::policy, averagingDouble(value)));
  }

  /**
   * Returns the ratios of the traces and sizes that every policy has, so that means are comparable.
   */
  static List<HitRatio> shared(List<HitRatio> ratios) {
    long policies = ratios.stream().map(HitRatio::policy).distinct().count();
    Map<TraceAndSize, Set<String>> policiesOf =
        ratios.stream().collect(groupingBy(TraceAndSize::of, mapping(HitRatio::policy, toSet())));
    return ratios.stream()
        .filter(
            ratio -> policiesOf.getOrDefault(TraceAndSize.of(ratio), Set.of()).size() == policies)
        .toList();
  }

  /** Returns the minimum difference of each policy to another; negative if it is below. */
  static Map<String, Double> minLeadOver(
      List<HitRatio> ratios, String other, ToDoubleFunction<HitRatio> value) {
    Map<TraceAndSize, Double> ofOther = new HashMap<>();
    for (HitRatio each : ratios) {
      if (each.policy().equals(other)) {
        ofOther.put(TraceAndSize.of(each), value.applyAsDouble(each));
      }
    }
    Map<String, Double> minLeads = new HashMap<>();
    for (HitRatio each : ratios) {
      double over =
          value.applyAsDouble(each) - ofOther.getOrDefault(TraceAndSize.of(each), Double.NaN);
      minLeads.merge(each.policy(), over, Math::min);
    }
    return minLeads;
  }

  /** Returns all policies, by the mean of the shared ratios. */
  public static List<String> bestFirst(List<HitRatio> ratios) {
    Map<String, Double> means = of(shared(ratios), HitRatio::ratio);
    return ratios.stream()
        .map(HitRatio::policy)
        .distinct()
        .sorted(
            comparing((String policy) -> means.getOrDefault(policy, 0.0), reverseOrder())
                .thenComparing(policy -> policy))
        .toList();
  }
}
