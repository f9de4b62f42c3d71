package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What was measured: for each figure's name and each cache the values of all rounds, in their
 * order. One thread's.
 */
public final class Figures {
  private record Key(String name, CacheKind cache) {}

  private final Map<Key, List<Double>> values = new HashMap<>();

  /** Adds the value of one more round. */
  public void add(String name, CacheKind cache, double value) {
    values.computeIfAbsent(new Key(name, cache), key -> new ArrayList<>()).add(value);
  }

  /** Whether there is a value at all. */
  public boolean has(String name, CacheKind cache) {
    return !of(name, cache).isEmpty();
  }

  /** Over all rounds; NaN if there were none. */
  public Spread spread(String name, CacheKind cache) {
    return Spread.of(of(name, cache).stream().mapToDouble(Double::doubleValue));
  }

  /**
   * One figure over another, round by round: what disturbs a whole round disturbs both. NaN if
   * there is no round that has both.
   */
  public Spread ratio(String name, CacheKind cache, String otherName, CacheKind otherCache) {
    List<Double> above = of(name, cache);
    List<Double> below = of(otherName, otherCache);
    return Spread.of(
        IntStream.range(0, Math.min(above.size(), below.size()))
            .mapToDouble(round -> above.get(round) / below.get(round)));
  }

  private List<Double> of(String name, CacheKind cache) {
    return values.getOrDefault(new Key(name, cache), List.of());
  }
}
