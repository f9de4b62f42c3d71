package io.strata.perf.common;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured: for each subject and each figure's name the values of all rounds, in their
 * order. Not thread-safe.
 *
 * @param <K> the subjects, which are compared with each other
 */
public final class Figures<K extends Enum<K>> {
  private final Map<K, Map<String, List<Double>>> values;

  /** Makes one without a value. */
  public Figures(Class<K> subjects) {
    values = new EnumMap<>(subjects);
  }

  /** Adds the value of one more round. */
  public void add(String name, K subject, double value) {
    values
        .computeIfAbsent(subject, each -> new LinkedHashMap<>())
        .computeIfAbsent(name, each -> new ArrayList<>())
        .add(value);
  }

  /** Returns whether there is a value at all. */
  public boolean has(String name, K subject) {
    return !of(name, subject).isEmpty();
  }

  /** Returns the spread over all rounds; NaN if there were none. */
  public Spread spread(String name, K subject) {
    return Spread.of(of(name, subject));
  }

  /**
   * Returns one figure over another, round by round: what disturbs a whole round disturbs both. NaN
   * if no round has both.
   */
  public Spread ratio(String name, K subject, String otherName, K otherSubject) {
    return Spread.ofRatios(of(name, subject), of(otherName, otherSubject));
  }

  /** Returns by how much one figure is more than another, as {@link #ratio}. */
  public Spread distance(String name, K subject, String otherName, K otherSubject) {
    return Spread.ofDistances(of(name, subject), of(otherName, otherSubject));
  }

  /** Returns the subjects of which anything was measured, in their order. */
  public List<K> subjects() {
    return List.copyOf(values.keySet());
  }

  private List<Double> of(String name, K subject) {
    return values.getOrDefault(subject, Map.of()).getOrDefault(name, List.of());
  }
}
