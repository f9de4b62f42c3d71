package io.strata.perf.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A RegionServer's restart: the latencies of its client and its own counters.
 *
 * @param stopSeconds from the signal to the end of the process
 * @param startSeconds from the start of the process to its first answer
 * @param before the load before the stop
 * @param after the load after the restart, from the first answer on
 */
public record Restart(double stopSeconds, double startSeconds, Phase before, Phase after) {
  /** The caches under test. */
  public enum RestartedCache {
    BUCKET_CACHE("BucketCache, off-heap"),
    STRATA("Strata, memory kept");

    private final String title;

    RestartedCache(String title) {
      this.title = title;
    }

    /** Returns the title, for tables and charts. */
    public String title() {
      return title;
    }
  }

  /** p99 is back when it is at most this multiple of its median before the stop. */
  public static final double BACK = 1.5;

  /** Number of consecutive seconds for which p99 must be back. */
  public static final int BACK_SECONDS = 3;

  /**
   * A load at a fixed rate.
   *
   * @param p99 of the requests due in each second, in nanoseconds
   * @param counters in ascending order of time, from the beginning of the load to its end
   */
  public record Phase(List<Double> p99, List<Counters> counters) {
    /** Copies the lists. */
    public Phase {
      p99 = List.copyOf(p99);
      counters = List.copyOf(counters);
    }

    /** Returns the median over all seconds of p99, in nanoseconds. */
    public double medianP99() {
      double[] sorted = p99.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted[sorted.length / 2];
    }

    /** Returns the first counters read at that time or later, or else the last ones. */
    public Counters at(double seconds) {
      return counters.stream()
          .filter(each -> each.seconds >= seconds)
          .findFirst()
          .orElse(counters.get(counters.size() - 1));
    }

    /** Returns the difference of the counters over the whole load. */
    public Counters all() {
      return counters.get(counters.size() - 1).since(counters.get(0));
    }
  }

  /**
   * Counters of the server at one moment: totals since its process began.
   *
   * @param seconds since the load began
   * @param hits data blocks found in the cache
   * @param misses data blocks looked up and not found
   * @param fileBytes bytes read by system calls
   */
  public record Counters(double seconds, long hits, long misses, long fileBytes) {
    /** Returns the difference to {@code earlier}, with the time of these. */
    public Counters since(Counters earlier) {
      return new Counters(
          seconds, hits - earlier.hits, misses - earlier.misses, fileBytes - earlier.fileBytes);
    }

    /** Returns hits over look-ups, 0 to 1; NaN without a look-up. */
    public double hitRatio() {
      return (double) hits / (hits + misses);
    }
  }

  /**
   * Returns the seconds after the restart until p99 is back: at most {@value #BACK} times its
   * median before the stop, for {@value #BACK_SECONDS} consecutive seconds. Infinite if it never
   * is.
   */
  public double secondsUntilBack() {
    double[] p99 = after.p99.stream().mapToDouble(Double::doubleValue).toArray();
    double limit = BACK * before.medianP99();
    return IntStream.rangeClosed(0, p99.length - BACK_SECONDS)
        .filter(i -> Arrays.stream(p99, i, i + BACK_SECONDS).allMatch(each -> each <= limit))
        .asDoubleStream()
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
