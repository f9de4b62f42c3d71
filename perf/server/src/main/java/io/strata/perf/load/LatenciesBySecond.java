package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Clock;
import io.strata.perf.common.load.OpenLoop;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.common.load.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A load at a fixed rate that assigns each latency to the second in which its request was due, so
 * that a second without answers still has latencies. Each thread begins with one request that is
 * not measured. Keeps every latency in memory: meant for some hundred requests a second. For one
 * run.
 */
public final class LatenciesBySecond extends OpenLoop {
  private static final int DIGITS = 3;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Operation operation;
  private final int threads;
  private final long seed;
  private final Queue<TimedRequest> requests = new ConcurrentLinkedQueue<>();

  /** A request: its due time since measuring began, and its latency, in nanoseconds. */
  private record TimedRequest(long due, long nanos) {}

  /**
   * Prepares a load.
   *
   * @param threads number of threads, at least 1
   * @param seed the same seed and number of threads give the same requests
   */
  public LatenciesBySecond(Operation operation, int threads, Pace pace, long seed) {
    super(threads, pace);
    this.operation = operation;
    this.threads = threads;
    this.seed = seed;
  }

  @Override
  protected Worker open(int thread) throws IOException {
    return new Worker(
        new Drawn(operation.open(), Mix.mix(seed, thread), threads),
        Clock.PARKING,
        Worker.interleaved(threads, thread),
        (due, nanos, sent) -> requests.add(new TimedRequest(due, nanos)));
  }

  @Override
  protected void prepare(Worker worker, int thread) throws BenchException, IOException {
    worker.warm(thread - (long) threads);
  }

  /** Returns the latencies of each second; call it after the run. */
  public List<Latencies> bySecond() {
    List<Histogram> seconds = new ArrayList<>();
    for (TimedRequest request : requests) {
      int second = (int) (request.due / SECOND_NANOS);
      while (seconds.size() <= second) {
        seconds.add(new Histogram(DIGITS));
      }
      seconds.get(second).recordValue(request.nanos);
    }
    return seconds.stream().map(Latencies::of).toList();
  }
}
