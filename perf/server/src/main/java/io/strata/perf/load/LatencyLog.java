package io.strata.perf.load;

import io.strata.perf.common.load.Worker;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Records the latencies of many threads and writes them, interval by interval, to a file in
 * HdrHistogram's log format. Not thread-safe, except that each thread uses its own recorder.
 */
final class LatencyLog implements AutoCloseable {
  /** Cap of recorded latencies, above the time-out of HBase's client. */
  static final long MAX_NANOS = Duration.ofMinutes(30).toNanos();

  private static final int DIGITS = 3;

  private final PrintStream file;
  private final HistogramLogWriter writer;
  private final List<SingleWriterRecorder> recorders = new ArrayList<>();
  private final List<@Nullable Histogram> recycled = new ArrayList<>();
  private final Histogram interval = new Histogram(MAX_NANOS, DIGITS);
  private final Histogram total = new Histogram(MAX_NANOS, DIGITS);
  private long intervalBegin;

  LatencyLog(Path path) throws IOException {
    file =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(path)), false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(file);
  }

  /** Returns a recorder for one thread. */
  Worker.Recorder recorder() {
    SingleWriterRecorder recorder = new SingleWriterRecorder(MAX_NANOS, DIGITS);
    recorders.add(recorder);
    recycled.add(null);
    return (due, nanos, sent) -> recorder.recordValue(Math.min(nanos, MAX_NANOS));
  }

  /**
   * Writes the file's header.
   *
   * @param millis start of the first interval, in milliseconds of the epoch
   */
  void begin(long millis) {
    intervalBegin = millis;
    writer.outputComment("[Latencies in nanoseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(millis);
    writer.setBaseTime(millis);
    writer.outputLegend();
  }

  /**
   * Writes the latencies recorded since the last interval.
   *
   * @param millis end of the interval, in milliseconds of the epoch
   */
  void endInterval(long millis) {
    interval.reset();
    for (int i = 0; i < recorders.size(); i++) {
      Histogram recorded = recorders.get(i).getIntervalHistogram(recycled.get(i));
      interval.add(recorded);
      recycled.set(i, recorded);
    }
    interval.setStartTimeStamp(intervalBegin);
    interval.setEndTimeStamp(millis);
    writer.outputIntervalHistogram(interval);
    total.add(interval);
    intervalBegin = millis;
  }

  /** Returns the distribution of all latencies written. */
  Latencies total() {
    return Latencies.of(total);
  }

  /**
   * Closes the file.
   *
   * @throws IOException if not all of it could be written
   */
  void finish() throws IOException {
    file.close();
    if (file.checkError()) {
      throw new IOException("The latencies could not be written. Check the free disk space.");
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
