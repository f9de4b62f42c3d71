package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;

/** Reads what Prometheus reads: values by the names of series with their labels. */
final class Exposition {
  private Exposition() {}

  /** Fails when a series occurs twice. */
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
