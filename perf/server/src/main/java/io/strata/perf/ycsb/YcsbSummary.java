package io.strata.perf.ycsb;

import io.strata.perf.common.BenchException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The output of YCSB's text exporter: lines such as {@code [READ], Operations, 1000}.
 *
 * @param values by measurement and name
 */
record YcsbSummary(Map<String, Map<String, Double>> values) {
  private static final String RETURN = "Return=";
  private static final String FAILED = "-FAILED";
  private static final List<String> GOOD = List.of("OK", "BATCHED_OK");

  /**
   * Reads the lines.
   *
   * @throws BenchException if a line has another form
   */
  static YcsbSummary parse(List<String> lines) throws BenchException {
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    for (String line : lines) {
      String[] parts = line.split(", ", -1);
      if (parts.length != 3 || !parts[0].startsWith("[") || !parts[0].endsWith("]")) {
        throw notOfYcsb(line);
      }
      String measured = parts[0].substring(1, parts[0].length() - 1);
      try {
        values
            .computeIfAbsent(measured, name -> new LinkedHashMap<>())
            .put(parts[1], Double.parseDouble(parts[2]));
      } catch (NumberFormatException e) {
        throw notOfYcsb(line);
      }
    }
    return new YcsbSummary(values);
  }

  private static BenchException notOfYcsb(String line) {
    return new BenchException("Not a line of YCSB's summary: \"" + line + "\".");
  }

  /** Returns the number of operations of a measurement. */
  long operations(String measured) {
    return values.getOrDefault(measured, Map.of()).getOrDefault("Operations", 0.0).longValue();
  }

  /**
   * Rejects a run with failures, of which only the summary shows signs.
   *
   * @param threads number of client threads
   * @throws BenchException if an operation failed or a thread did not finish
   */
  void requireClean(int threads) throws BenchException {
    for (Map.Entry<String, Map<String, Double>> measured : values.entrySet()) {
      if (measured.getKey().endsWith(FAILED)) {
        continue; // Its status is counted as well.
      }
      for (Map.Entry<String, Double> figure : measured.getValue().entrySet()) {
        String name = figure.getKey();
        if (name.startsWith(RETURN) && !GOOD.contains(name.substring(RETURN.length()))) {
          throw new BenchException(
              "%d of YCSB's %s ended with %s."
                  .formatted(
                      figure.getValue().longValue(),
                      measured.getKey(),
                      name.substring(RETURN.length())));
        }
      }
    }
    long ended = operations("CLEANUP");
    if (ended != threads) {
      throw new BenchException("Only %d of YCSB's %d threads finished.".formatted(ended, threads));
    }
  }
}
