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

/** What some hit ratios of each policy come to; all traces and sizes count the same. */
public final class Means {
  /** A trace, and a size of the cache. */
  private record Place(String trace, int percent) {
    static Place of(HitRatio ratio) {
      return new Place(ratio.trace(), ratio.percent());
    }
  }

  private Means() {}

  /** The mean of each policy. */
  static Map<String, Double> of(List<HitRatio> ratios, ToDoubleFunction<HitRatio> value) {
    return ratios.stream().collect(groupingBy(HitRatio::policy, averagingDouble(value)));
  }

  /** Those of the traces and sizes that every policy has: means of others could not be compared. */
  static List<HitRatio> shared(List<HitRatio> ratios) {
    long policies = ratios.stream().map(HitRatio::policy).distinct().count();
    Map<Place, Set<String>> having =
        ratios.stream().collect(groupingBy(Place::of, mapping(HitRatio::policy, toSet())));
    return ratios.stream()
        .filter(ratio -> having.getOrDefault(Place.of(ratio), Set.of()).size() == policies)
        .toList();
  }

  /** How far each policy is over another where it is least so, or furthest below. */
  static Map<String, Double> leastOver(
      List<HitRatio> ratios, String other, ToDoubleFunction<HitRatio> value) {
    Map<Place, Double> ofOther = new HashMap<>();
    for (HitRatio each : ratios) {
      if (each.policy().equals(other)) {
        ofOther.put(Place.of(each), value.applyAsDouble(each));
      }
    }
    Map<String, Double> least = new HashMap<>();
    for (HitRatio each : ratios) {
      double over = value.applyAsDouble(each) - ofOther.getOrDefault(Place.of(each), Double.NaN);
      least.merge(each.policy(), over, Math::min);
    }
    return least;
  }

  /** All policies, by the mean of what they share. */
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
