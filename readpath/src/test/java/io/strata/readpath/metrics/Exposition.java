package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;

/** Parses the text format of Prometheus into values by series. */
final class Exposition {
  private Exposition() {}

  /** Returns the values; fails if a series occurs twice. */
  static Map<String, Double> parse(String text) {
    Map<String, Double> values = new HashMap<>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              String series = line.substring(0, end);
              Double twice = values.put(series, Double.valueOf(line.substring(end + 1)));
              assertThat(twice).as(series).isNull();
            });
    return values;
  }
}
