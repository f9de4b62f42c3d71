package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * One thread's share of a load. What it counts, it counts by itself: nothing is shared with other
 * threads until it is over, and nothing is allocated for an operation.
 */
final class Worker {
  private final Operation.Requests requests;
  private final Clock clock;
  private final SplittableRandom random;
  private final SingleWriterRecorder latencies;
  private final @Nullable SingleWriterRecorder inCache;
  private final int inCacheEvery;

  private long handled;

  /**
   * What a thread has counted.
   *
   * @param rows answered in each interval of the window
   * @param operations answered in the window
   * @param handled rows of all operations, warm-up and second reads included
   * @param unsent operations that were due in the window, and not sent until its limit
   */
  record Tally(List<Long> rows, long operations, long handled, long unsent) {}

  /**
   * @param inCache where the latencies of second reads go, null if there are none
   * @param inCacheEvery how many operations there are to a second read
   */
  Worker(
      Operation.Requests requests,
      Clock clock,
      SplittableRandom random,
      SingleWriterRecorder latencies,
      @Nullable SingleWriterRecorder inCache,
      int inCacheEvery) {
    this.requests = requests;
    this.clock = clock;
    this.random = random;
    this.latencies = latencies;
    this.inCache = inCache;
    this.inCacheEvery = inCacheEvery;
  }

  /** One request that is not measured, for connections and region locations to be there. */
  void warm() throws BenchException, IOException {
    handled += requests.send(random.nextLong());
  }

  /** Sends all that is due before the end of the window, or less if the thread is interrupted. */
  Tally run(Schedule schedule, Window window) throws BenchException, IOException {
    long[] rows = new long[window.intervals()];
    long operations = 0;
    long unsent = 0;
    long free = window.start();
    for (long number = 0; !Thread.currentThread().isInterrupted(); number++) {
      long due = schedule.due(number, free);
      if (due - window.end() >= 0) {
        break;
      }
      if (free - window.limit() >= 0) {
        record(latencies, window.limit() - due);
        unsent++;
        continue;
      }
      clock.sleepUntil(due);
      long draw = random.nextLong();
      int answered = requests.send(draw);
      free = clock.nanos();
      handled += answered;
      if (window.contains(free)) {
        rows[window.intervalOf(free)] += answered;
        operations++;
      }
      if (window.contains(due)) {
        record(latencies, free - due);
        if (inCache != null && number % inCacheEvery == 0) {
          free = readAgain(inCache, draw);
        }
      }
    }
    return new Tally(Arrays.stream(rows).boxed().toList(), operations, handled, unsent);
  }

  private long readAgain(SingleWriterRecorder recorder, long draw)
      throws BenchException, IOException {
    long sent = clock.nanos();
    handled += requests.send(draw);
    long answered = clock.nanos();
    record(recorder, answered - sent);
    return answered;
  }

  private static void record(SingleWriterRecorder recorder, long nanos) {
    recorder.recordValue(Math.min(nanos, LatencyLog.LONGEST_NANOS));
  }
}
