package io.strata.perf.common;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measured values: for each subject and figure name, the values of all rounds in order. Not
 * thread-safe.
 *
 * @param <K> the subjects that are compared with each other
 */
public final class Figures<K extends Enum<K>> {
  private final Map<K, Map<String, List<Double>>> values;

  /** Creates an empty collection. */
  public Figures(Class<K> subjects) {
    values = new EnumMap<>(subjects);
  }

  /** Adds the value of the next round. */
  public void add(String name, K subject, double value) {
    values
        .computeIfAbsent(subject, each -> new LinkedHashMap<>())
        .computeIfAbsent(name, each -> new ArrayList<>())
        .add(value);
  }

  /** Returns whether there is at least one value. */
  public boolean has(String name, K subject) {
    return !of(name, subject).isEmpty();
  }

  /** Returns the spread over all rounds, or NaN if there are none. */
  public Spread spread(String name, K subject) {
    return Spread.of(of(name, subject));
  }

  /**
   * Returns the ratio of one figure to another, computed within each round because a disturbance of
   * a round affects both. NaN if no round has both.
   */
  public Spread ratio(String name, K subject, String otherName, K otherSubject) {
    return Spread.ofRatios(of(name, subject), of(otherName, otherSubject));
  }

  /** Returns one figure minus another, computed within each round as in {@link #ratio}. */
  public Spread difference(String name, K subject, String otherName, K otherSubject) {
    return Spread.ofDifferences(of(name, subject), of(otherName, otherSubject));
  }

  /** Returns the subjects that have values, in enum order. */
  public List<K> subjects() {
    return List.copyOf(values.keySet());
  }

  /**
   * Returns all values as raw data, to be kept beside a report: a line for each subject and figure,
   * with the value of each round, separated by tabs.
   */
  public String tsv() {
    StringBuilder text = new StringBuilder("subject\tfigure\trounds\n");
    values.forEach(
        (subject, figures) ->
            figures.forEach(
                (name, rounds) -> {
                  text.append(subject.name()).append('\t').append(name);
                  rounds.forEach(value -> text.append('\t').append(value));
                  text.append('\n');
                }));
    return text.toString();
  }

  private List<Double> of(String name, K subject) {
    return values.getOrDefault(subject, Map.of()).getOrDefault(name, List.of());
  }
}
