package io.strata.perf.stream.measure;

import java.util.List;

/** What samples are called, between the processes that measure and the report. */
public final class Names {
  public static final String FIRST_INSERT = "first-insert";
  public static final String INSERT = "insert";
  public static final String GET = "get";
  public static final String DELETE = "delete";
  public static final String RANDOM = "random";
  public static final String RANDOM_LARGE = "random-large";

  /** The percentiles of latencies; the last one is the longest of all. */
  public static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9, 100.0);

  private Names() {}

  /** Appends of so many bytes by so many producers. */
  public static String append(int bytes, int producers) {
    return "append-" + bytes + "-" + producers;
  }

  /** Reads of appends of so many bytes. */
  public static String tail(int bytes) {
    return "tail-" + bytes;
  }

  /** A percentile of what is called so. */
  public static String percentile(String name, double percentile) {
    return name + "-p" + percentile;
  }

  /** Bytes of the process that were resident, while this was measured. */
  public static String resident(String section) {
    return "resident-" + section;
  }

  /** Bytes that the engine was told it may take, while this was measured. */
  public static String configured(String section) {
    return "configured-" + section;
  }
}
