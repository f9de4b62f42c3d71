package io.strata.perf.common.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread's share of a load. What it counts, it counts by itself: nothing is shared with other
 * threads until it is over, and nothing is allocated for an operation.
 */
public final class Worker implements AutoCloseable {
  private final Operation.Requests requests;
  private final Clock clock;
  private final LongSupplier numbers;
  private final Recorder latencies;
  private final @Nullable Recorder inCache;
  private final int inCacheEvery;

  private long handled;

  /** Takes the latencies of one thread, such as a histogram. */
  @FunctionalInterface
  public interface Recorder {
    /**
     * Takes one.
     *
     * @param due when the operation was due, in nanoseconds after measuring began
     * @param nanos from then to its answer, or until it was given up
     * @param sent whether it was sent, and not given up
     */
    void record(long due, long nanos, boolean sent);
  }

  /**
   * What threads have counted.
   *
   * @param rows answered in each interval of the window
   * @param operations answered in the window
   * @param handled rows of all operations, warm-up and second reads included
   * @param unsent operations that were due in the window, and not sent until its limit
   */
  public record Tally(List<Long> rows, long operations, long handled, long unsent) {
    /** Adds up what two have counted of the same window. */
    Tally plus(Tally other) {
      List<Long> sums = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        sums.add(rows.get(i) + other.rows.get(i));
      }
      return new Tally(
          sums, operations + other.operations, handled + other.handled, unsent + other.unsent);
    }
  }

  /**
   * Makes one without second reads.
   *
   * @param numbers the next operation's number, from 0 on; those of all threads together have no
   *     gap
   */
  public Worker(
      Operation.Requests requests, Clock clock, LongSupplier numbers, Recorder latencies) {
    this(requests, clock, numbers, latencies, null, 0);
  }

  /**
   * Makes one.
   *
   * @param inCache where the latencies of second reads go, null if there are none
   * @param inCacheEvery how many operations there are to a second read
   */
  public Worker(
      Operation.Requests requests,
      Clock clock,
      LongSupplier numbers,
      Recorder latencies,
      @Nullable Recorder inCache,
      int inCacheEvery) {
    this.requests = requests;
    this.clock = clock;
    this.numbers = numbers;
    this.latencies = latencies;
    this.inCache = inCache;
    this.inCacheEvery = inCacheEvery;
  }

  /** Returns the numbers of a thread that takes turns with others. */
  public static LongSupplier inTurns(int threads, int thread) {
    return new LongSupplier() {
      private long next = thread - (long) threads;

      @Override
      public long getAsLong() {
        next += threads;
        return next;
      }
    };
  }

  /** Sends one request that is not measured, for connections and region locations to be there. */
  public void warm(long number) throws BenchException, IOException {
    handled += requests.send(number);
  }

  /** Sends all that is due before the end of the window, or less if the thread is interrupted. */
  Tally run(Pace pace, Window window) throws BenchException, IOException {
    long[] rows = new long[window.intervals()];
    long operations = 0;
    long unsent = 0;
    long free = window.start();
    for (long own = 0; !Thread.currentThread().isInterrupted(); own++) {
      long number = numbers.getAsLong();
      long due = pace.due(window.start(), number, free);
      if (due - window.end() >= 0) {
        break;
      }
      if (free - window.limit() >= 0) {
        latencies.record(due - window.begin(), window.limit() - due, false);
        unsent++;
        continue;
      }
      clock.sleepUntil(due);
      int answered = requests.send(number);
      free = clock.nanos();
      handled += answered;
      if (window.contains(free)) {
        rows[window.intervalOf(free)] += answered;
        operations++;
      }
      if (window.contains(due)) {
        latencies.record(due - window.begin(), free - due, true);
        if (inCache != null && own % inCacheEvery == 0) {
          free = readAgain(inCache, number, window);
        }
      }
    }
    return new Tally(Arrays.stream(rows).boxed().toList(), operations, handled, unsent);
  }

  private long readAgain(Recorder recorder, long number, Window window)
      throws BenchException, IOException {
    long sent = clock.nanos();
    handled += requests.send(number);
    long answered = clock.nanos();
    recorder.record(sent - window.begin(), answered - sent, true);
    return answered;
  }

  @Override
  public void close() throws IOException {
    requests.close();
  }
}
