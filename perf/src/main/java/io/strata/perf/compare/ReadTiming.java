package io.strata.perf.compare;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PerformanceEvaluation says about one run. Where threads differ this is the slowest of them:
 * its time, and its percentiles, each on its own.
 *
 * @param seconds from the first request to the last
 * @param p50 the median request, in microseconds
 * @param p99 in microseconds
 * @param p999 the 99.9th percentile, in microseconds
 */
record ReadTiming(double seconds, double p50, double p99, double p999) {
  private static final String NUMBER = "(\\d{1,18}(?:\\.\\d+)?)";
  private static final Pattern FINISHED =
      Pattern.compile("Finished TestClient-\\d+ in " + NUMBER + "ms");
  private static final Pattern LATENCY =
      Pattern.compile(
          "Latency \\(us\\) : .*\\b50th=%1$s,.*\\b99th=%1$s, 99\\.9th=%1$s(?![\\d.])"
              .formatted(NUMBER));

  /**
   * Reads the lines that PerformanceEvaluation logs.
   *
   * @throws CompareException if they do not hold one finish and one latency line for each thread
   */
  static ReadTiming parse(List<String> lines, int threads) throws CompareException {
    List<Matcher> finished = matches(FINISHED, lines);
    List<Matcher> latencies = matches(LATENCY, lines);
    if (finished.size() != threads || latencies.size() != threads) {
      throw new CompareException(
          "PerformanceEvaluation reported "
              + finished.size()
              + " finished threads and "
              + latencies.size()
              + " latencies where "
              + threads
              + " of each were due; read its log.");
    }
    return new ReadTiming(
        slowest(finished, 1) / 1000,
        slowest(latencies, 1),
        slowest(latencies, 2),
        slowest(latencies, 3));
  }

  private static List<Matcher> matches(Pattern pattern, List<String> lines) {
    return lines.stream().map(pattern::matcher).filter(Matcher::find).toList();
  }

  private static double slowest(List<Matcher> matches, int group) {
    return matches.stream()
        .mapToDouble(m -> Double.parseDouble(m.group(group)))
        .max()
        .orElseThrow();
  }
}
