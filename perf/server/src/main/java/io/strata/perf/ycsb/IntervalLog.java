package io.strata.perf.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * An HdrHistogram log as YCSB writes it: one histogram for each interval between status lines.
 *
 * @param intervals at least one, consecutive, each with begin and end in milliseconds of the epoch
 */
record IntervalLog(List<Histogram> intervals) {
  private static final int DIGITS = 3;
  private static final long NANOS_PER_MICRO = 1000;

  /**
   * Reads a file.
   *
   * @throws BenchException if it is missing or empty
   */
  static IntervalLog read(Path file) throws BenchException, IOException {
    List<Histogram> intervals = new ArrayList<>();
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file);
          HistogramLogReader reader = new HistogramLogReader(in)) {
        while (reader.hasNext()) {
          EncodableHistogram next = reader.nextIntervalHistogram();
          if (next instanceof Histogram histogram) {
            intervals.add(histogram);
          }
        }
      }
    }
    if (intervals.isEmpty()) {
      throw new BenchException("YCSB measured nothing: " + file + " is missing or empty.");
    }
    return new IntervalLog(List.copyOf(intervals));
  }

  long beginMillis() {
    return intervals.get(0).getStartTimeStamp();
  }

  long endMillis() {
    return intervals.get(intervals.size() - 1).getEndTimeStamp();
  }

  /** Returns the number of values in all intervals. */
  long count() {
    return intervals.stream().mapToLong(Histogram::getTotalCount).sum();
  }

  /** Returns the sum of all values; exact if none exceeds {@link HBaseBinding#MAX_ROWS}. */
  long sum() {
    return intervals.stream().mapToLong(IntervalLog::sum).sum();
  }

  private static long sum(Histogram histogram) {
    long sum = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      sum += value.getValueIteratedTo() * value.getCountAddedInThisIterationStep();
    }
    return sum;
  }

  /**
   * Returns the intervals that began then or later, with a tolerance of half an interval: the
   * intervals of two logs of the same run do not begin at exactly the same time.
   *
   * @throws BenchException if there is none
   */
  IntervalLog from(long millis) throws BenchException {
    long earliest = millis - YcsbClient.INTERVAL.toMillis() / 2;
    List<Histogram> kept =
        intervals.stream().filter(each -> each.getStartTimeStamp() >= earliest).toList();
    if (kept.isEmpty()) {
      throw new BenchException("YCSB measured nothing after the warm-up.");
    }
    return new IntervalLog(kept);
  }

  /**
   * Returns the sums of the values for each second from {@code beginMillis} to {@code endMillis};
   * they add up to {@link #sum()}. YCSB's intervals are about a second long, longer on a busy
   * machine; the values of an interval count as evenly spread over it.
   */
  Throughput perSecond(long beginMillis, long endMillis) {
    long length = YcsbClient.INTERVAL.toMillis();
    long seconds = Math.max(1, Math.round((double) (endMillis - beginMillis) / length));
    List<Long> sums = new ArrayList<>();
    long before = 0;
    for (long second = 1; second < seconds; second++) {
      long until = sumUntil(beginMillis + second * length);
      sums.add(until - before);
      before = until;
    }
    sums.add(sum() - before);
    return new Throughput((int) length, List.copyOf(sums));
  }

  private long sumUntil(long millis) {
    double sum = 0;
    for (Histogram each : intervals) {
      double length = Math.max(1, each.getEndTimeStamp() - each.getStartTimeStamp());
      double share = (millis - each.getStartTimeStamp()) / length;
      sum += sum(each) * Math.min(1, Math.max(0, share));
    }
    return Math.round(sum);
  }

  /**
   * Writes the log with its microseconds converted to nanoseconds, interval by interval. It keeps
   * YCSB's precision of three digits.
   */
  void writeNanos(Path file) throws IOException {
    try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputComment("[YCSB's " + HBaseWorkload.OPERATION + ", converted to nanoseconds]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(beginMillis());
      writer.outputBaseTime(beginMillis());
      writer.setBaseTime(beginMillis());
      writer.outputLegend();
      intervals.forEach(each -> writer.outputIntervalHistogram(nanos(each)));
      if (out.checkError()) {
        throw new IOException("Cannot write " + file + ".");
      }
    }
  }

  private static Histogram nanos(Histogram micros) {
    Histogram nanos = new Histogram(DIGITS);
    nanos.setStartTimeStamp(micros.getStartTimeStamp());
    nanos.setEndTimeStamp(micros.getEndTimeStamp());
    for (HistogramIterationValue value : micros.recordedValues()) {
      nanos.recordValueWithCount(
          micros.medianEquivalentValue(value.getValueIteratedTo()) * NANOS_PER_MICRO,
          value.getCountAddedInThisIterationStep());
    }
    return nanos;
  }
}
