package io.strata.perf.common.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The share of a load of one thread. Counts are thread-local until the load is over, and an
 * operation allocates nothing. Confined to one thread.
 */
public final class Worker implements AutoCloseable {
  private final Operation.Requests requests;
  private final Clock clock;
  private final LongSupplier numbers;
  private final Recorder latencies;
  private final @Nullable Recorder inCache;
  private final int inCacheEvery;

  private long handled;

  /** Records the latencies of one thread, for example in a histogram. */
  @FunctionalInterface
  public interface Recorder {
    /**
     * Records a latency.
     *
     * @param due the scheduled time, in nanoseconds after the start of measuring
     * @param nanos the time from then to the response, or until the operation was given up
     * @param sent whether the operation was sent, and not given up
     */
    void record(long due, long nanos, boolean sent);
  }

  /**
   * The counts of one or more threads.
   *
   * @param rows rows read in each interval of the window
   * @param operations operations answered in the window
   * @param handled rows of all operations, including warm-up and second reads
   * @param unsent operations that were due in the window but not sent by its limit
   */
  public record Tally(List<Long> rows, long operations, long handled, long unsent) {
    /** Returns the sum of two tallies of the same window. */
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
   * Creates a worker without second reads.
   *
   * @param numbers supplies operation numbers, from 0 and ascending; those of all threads together
   *     are contiguous
   */
  public Worker(
      Operation.Requests requests, Clock clock, LongSupplier numbers, Recorder latencies) {
    this(requests, clock, numbers, latencies, null, 0);
  }

  /**
   * Creates a worker that repeats some operations at once, to read from the cache.
   *
   * @param inCache records the latencies of second reads; null if there are none
   * @param inCacheEvery every how many operations one is repeated
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

  /** Returns the operation numbers of a thread, interleaved with those of the other threads. */
  public static LongSupplier interleaved(int threads, int thread) {
    return new LongSupplier() {
      private long next = thread - (long) threads;

      @Override
      public long getAsLong() {
        next += threads;
        return next;
      }
    };
  }

  /** Sends one unmeasured request, to open connections and cache region locations. */
  public void warm(long number) throws BenchException, IOException {
    handled += requests.send(number);
  }

  /** Sends all operations due before the end of the window; stops early if interrupted. */
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
