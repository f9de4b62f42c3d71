package io.strata.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Makes long series short enough for a chart, and keeps their dips and peaks. */
final class Thinning {
  private Thinning() {}

  /**
   * Which values to show: all of a short series; of a long one the least and the most of each
   * stretch.
   *
   * @param most how many may be shown, at least 2
   * @return indexes, ascending
   */
  static List<Integer> indexes(List<Long> values, int most) {
    int stretches = values.size() <= most ? values.size() : most / 2;
    TreeSet<Integer> kept = new TreeSet<>();
    for (int i = 0; i < stretches; i++) {
      int begin = (int) ((long) values.size() * i / stretches);
      int end = (int) ((long) values.size() * (i + 1) / stretches);
      int least = begin;
      int greatest = begin;
      for (int j = begin; j < end; j++) {
        least = values.get(j) < values.get(least) ? j : least;
        greatest = values.get(j) > values.get(greatest) ? j : greatest;
      }
      kept.add(least);
      kept.add(greatest);
    }
    return new ArrayList<>(kept);
  }
}
