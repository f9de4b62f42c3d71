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
 * Takes the latencies of many threads, by a recorder for each, and writes them interval by interval
 * to a file in HdrHistogram's format. All methods are for one thread; only the recorders are for
 * the threads that they were made for.
 */
final class LatencyLog implements AutoCloseable {
  /** What takes longer is recorded as this: HBase's own client gives up before. */
  static final long LONGEST_NANOS = Duration.ofMinutes(30).toNanos();

  private static final int DIGITS = 3;

  private final PrintStream file;
  private final HistogramLogWriter writer;
  private final List<SingleWriterRecorder> recorders = new ArrayList<>();
  private final List<@Nullable Histogram> recycled = new ArrayList<>();
  private final Histogram interval = new Histogram(LONGEST_NANOS, DIGITS);
  private final Histogram total = new Histogram(LONGEST_NANOS, DIGITS);
  private long intervalBegin;

  LatencyLog(Path path) throws IOException {
    file =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(path)), false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(file);
  }

  /** Returns a recorder for one thread. */
  Worker.Recorder recorder() {
    SingleWriterRecorder recorder = new SingleWriterRecorder(LONGEST_NANOS, DIGITS);
    recorders.add(recorder);
    recycled.add(null);
    return (due, nanos, sent) -> recorder.recordValue(Math.min(nanos, LONGEST_NANOS));
  }

  /**
   * Begins the file.
   *
   * @param millis when the first interval begins, in milliseconds of the epoch
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
   * Writes what was recorded since the interval before.
   *
   * @param millis when the interval ends, in milliseconds of the epoch
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

  /** All that was written. */
  Latencies total() {
    return Latencies.of(total);
  }

  /**
   * Ends the file.
   *
   * @throws IOException if some of it could not be written
   */
  void finish() throws IOException {
    file.close();
    if (file.checkError()) {
      throw new IOException("The latencies could not be written: is the disk full?");
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
