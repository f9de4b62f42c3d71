package io.strata.perf.stream.measure;

import java.util.List;

/** The names of samples, shared by the measuring processes and the report. Stateless. */
public final class Names {
  public static final String FIRST_INSERT = "first-insert";
  public static final String INSERT = "insert";
  public static final String GET = "get";
  public static final String DELETE = "delete";
  public static final String RANDOM = "random";
  public static final String RANDOM_LARGE = "random-large";

  /** The reported percentiles of latencies; the last is the maximum. */
  public static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9, 100.0);

  private Names() {}

  /** Returns the name of appends of a length by a number of producers. */
  public static String append(int bytes, int producers) {
    return "append-" + bytes + "-" + producers;
  }

  /** Returns the name of tail reads of appends of a length. */
  public static String tail(int bytes) {
    return "tail-" + bytes;
  }

  /** Returns the name of a percentile of a sample. */
  public static String percentile(String name, double percentile) {
    return name + "-p" + percentile;
  }

  /** Returns the name of the peak resident bytes of the process during a section. */
  public static String resident(String section) {
    return "resident-" + section;
  }

  /** Returns the name of the configured capacity of the engine during a section. */
  public static String configured(String section) {
    return "configured-" + section;
  }
}
