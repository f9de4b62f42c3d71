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
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * A load in short slices, with nothing sent between them. The requests stay open from slice to
 * slice, and each slice's threads take them over from the last. Not thread-safe.
 */
public final class SliceLoad implements AutoCloseable {
  private static final int DIGITS = 3;

  /** Resolution of latencies, in nanoseconds. */
  private static final long MIN_NANOS = 1_000;

  private final Pace pace;
  private final @Nullable BesideLoad beside;
  private final List<Operation.Requests> requests = new ArrayList<>();
  private final List<Histogram> latencies;

  /**
   * The client's measurements of a slice.
   *
   * @param rows rows that the server read for all answers
   * @param nanos from the first request to the last answer
   * @param unsent requests given up because the server did not keep up with a fixed rate
   * @param latencies of all requests in nanoseconds, from the time at which each was due; at full
   *     speed from its sending. Takes a few kilobytes, as many slices are kept
   */
  public record SliceResult(long rows, long nanos, long unsent, Histogram latencies) {}

  /**
   * Opens the requests of all threads.
   *
   * @param threads number of threads, at least 1
   */
  public SliceLoad(Operation operation, int threads, Pace pace) throws IOException {
    this(operation, threads, pace, null);
  }

  /**
   * Opens the requests of all threads, and those of one more thread, which are not measured.
   *
   * @param threads number of threads, at least 1
   * @param beside requests that the additional thread sends at full speed; null for none
   */
  public SliceLoad(Operation operation, int threads, Pace pace, @Nullable Operation beside)
      throws IOException {
    this.pace = pace;
    this.beside = beside == null ? null : new BesideLoad(beside);
    for (int i = 0; i < threads; i++) {
      requests.add(operation.open());
    }
    latencies = Stream.generate(SliceLoad::histogram).limit(threads).toList();
  }

  private static Histogram histogram() {
    return new Histogram(MIN_NANOS, Latencies.MAX_NANOS, DIGITS);
  }

  /**
   * Sends requests for that long and waits for all answers.
   *
   * @param seed the same seed reads the same rows
   * @throws BenchException as soon as a request fails or an answer is wrong
   */
  public SliceResult run(long seed, Duration length) throws BenchException, InterruptedException {
    latencies.forEach(Histogram::reset);
    Sending sending = new Sending(seed);
    Worker.Tally tally = send(sending, length);
    Histogram all = new PackedHistogram(MIN_NANOS, Latencies.MAX_NANOS, DIGITS);
    latencies.forEach(all::add);
    return new SliceResult(tally.handled(), sending.end - sending.begin, tally.unsent(), all);
  }

  private Worker.Tally send(Sending sending, Duration length)
      throws BenchException, InterruptedException {
    if (beside == null) {
      return sending.run(Duration.ZERO, length);
    }
    Future<Long> sentBeside = beside.begin();
    try {
      return sending.run(Duration.ZERO, length);
    } finally {
      beside.end(sentBeside);
    }
  }

  @Override
  public void close() throws IOException {
    if (beside != null) {
      beside.close();
    }
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
          new Drawn(new Kept(requests.get(thread)), Mix.mix(seed, thread), threads),
          Clock.PARKING,
          Worker.interleaved(threads, thread),
          (due, nanos, sent) -> own.recordValue(Math.min(nanos, Latencies.MAX_NANOS)));
    }

    @Override
    protected void begin(long millis) {
      begin = System.nanoTime();
    }

    /** Called last when all threads have ended. */
    @Override
    protected void endInterval(long millis) {
      end = System.nanoTime();
    }
  }

  /** Requests that stay open when a slice's worker closes them. */
  private record Kept(Operation.Requests requests) implements Operation.Requests {
    @Override
    public int send(long number) throws BenchException, IOException {
      return requests.send(number);
    }

    @Override
    public void close() {}
  }
}
