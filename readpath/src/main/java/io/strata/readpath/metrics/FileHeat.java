package io.strata.readpath.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/**
 * Estimates the look-ups of each file from those that are timed, with exponential decay.
 * Thread-safe.
 */
public final class FileHeat {
  /** Above this number of files, {@link #age} drops the files with the fewest reads. */
  private static final int MAX_FILES = 4_096;

  private final ConcurrentMap<String, Double> reads = new ConcurrentHashMap<>();

  void read(String file) {
    reads.merge(file, (double) LookupTimes.ONE_IN, Double::sum);
  }

  /** Halves all counts, and drops files whose count is negligible. */
  void age() {
    double minReads = reads.size() > MAX_FILES ? LookupTimes.ONE_IN : LookupTimes.ONE_IN / 8.0;
    reads.replaceAll((file, count) -> count / 2);
    reads.values().removeIf(count -> count < minReads);
  }

  /** Returns the estimated number of recent look-ups by file. */
  public Map<String, Long> reads() {
    return reads.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().longValue()));
  }
}
