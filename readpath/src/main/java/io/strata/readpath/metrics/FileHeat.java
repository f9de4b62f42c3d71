package io.strata.readpath.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/**
 * Which files are read most, by those look-ups that are timed: about how many there were, what is
 * older counting less. Thread-safe.
 */
public final class FileHeat {
  /** More files than these are not told apart: those that were read least are forgotten. */
  private static final int MAX_FILES = 4_096;

  private final ConcurrentMap<String, Double> reads = new ConcurrentHashMap<>();

  void read(String file) {
    reads.merge(file, (double) LookupTimes.ONE_IN, Double::sum);
  }

  /** Lets what was counted so far weigh half, and forgets what is hardly anything. */
  void age() {
    double least = reads.size() > MAX_FILES ? LookupTimes.ONE_IN : LookupTimes.ONE_IN / 8.0;
    reads.replaceAll((file, count) -> count / 2);
    reads.values().removeIf(count -> count < least);
  }

  /** About how many look-ups of each file there were of late. */
  public Map<String, Long> reads() {
    return reads.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().longValue()));
  }
}
