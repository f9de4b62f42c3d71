package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Clock;
import io.strata.perf.common.load.OpenLoop;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.common.load.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A load in short slices between which nothing is sent. What the requests are sent by stays open
 * from slice to slice, and is handed from each slice's threads to those of the next. Not
 * thread-safe.
 */
public final class SliceLoad implements AutoCloseable {
  private static final int DIGITS = 3;

  /** What a latency is exact to at least, in nanoseconds. */
  private static final long MIN_NANOS = 1_000;

  private final Pace pace;
  private final List<Operation.Requests> requests = new ArrayList<>();
  private final List<Histogram> latencies;

  /**
   * What the client saw of a slice.
   *
   * @param rows that the server read for all answers
   * @param nanos from the first request to the last answer
   * @param unsent requests that were given up, since the server did not keep up with a fixed rate
   * @param latencies of all requests in nanoseconds, from when each was due; at full speed from
   *     when it was sent
   */
  public record Slice(long rows, long nanos, long unsent, Histogram latencies) {}

  /**
   * Opens the requests of all threads.
   *
   * @param threads that send, 1 or more
   */
  public SliceLoad(Operation operation, int threads, Pace pace) throws IOException {
    this.pace = pace;
    for (int i = 0; i < threads; i++) {
      requests.add(operation.open());
    }
    latencies = Stream.generate(SliceLoad::histogram).limit(threads).toList();
  }

  private static Histogram histogram() {
    return new Histogram(MIN_NANOS, LatencyLog.LONGEST_NANOS, DIGITS);
  }

  /**
   * Sends for that long, and waits for all answers.
   *
   * @param seed of the random numbers: the same seed asks for the same rows
   * @throws BenchException as soon as one request fails or is answered wrongly
   */
  public Slice run(long seed, Duration length) throws BenchException, InterruptedException {
    latencies.forEach(Histogram::reset);
    Sending sending = new Sending(seed);
    Worker.Tally tally = sending.run(Duration.ZERO, length);
    Histogram all = new Histogram(MIN_NANOS, LatencyLog.LONGEST_NANOS, DIGITS);
    latencies.forEach(all::add);
    return new Slice(tally.handled(), sending.end - sending.begin, tally.unsent(), all);
  }

  @Override
  public void close() throws IOException {
    for (Operation.Requests each : requests) {
      each.close();
    }
  }

  /** The load of one slice. */
  private final class Sending extends OpenLoop {
    private final long seed;
    private long begin;
    private long end;

    Sending(long seed) {
      super(requests.size(), pace);
      this.seed = seed;
    }

    @Override
    protected Worker open(int thread) {
      int threads = requests.size();
      Histogram own = latencies.get(thread);
      return new Worker(
          new LoadGenerator.Drawn(new Kept(requests.get(thread)), Mix.mix(seed, thread), threads),
          Clock.PARKING,
          Worker.interleaved(threads, thread),
          (due, nanos, sent) -> own.recordValue(Math.min(nanos, LatencyLog.LONGEST_NANOS)));
    }

    @Override
    protected void begin(long millis) {
      begin = System.nanoTime();
    }

    /** The last time when all threads have ended. */
    @Override
    protected void endInterval(long millis) {
      end = System.nanoTime();
    }
  }

  /** Requests that stay open when a slice's worker is closed. */
  private record Kept(Operation.Requests requests) implements Operation.Requests {
    @Override
    public int send(long number) throws BenchException, IOException {
      return requests.send(number);
    }

    @Override
    public void close() {}
  }
}
