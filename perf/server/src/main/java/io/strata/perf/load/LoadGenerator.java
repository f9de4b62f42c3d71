package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Clock;
import io.strata.perf.common.load.OpenLoop;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.common.load.Window;
import io.strata.perf.common.load.Worker;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads a server and records throughput and latencies as the client sees them. Each thread begins
 * with one request that is not measured.
 *
 * @param threads number of threads, 1 to 128
 * @param seed the same seed and number of threads give the same requests
 * @param inCacheEvery at a fixed rate, each thread repeats one in this many operations right after
 *     its answer, when the rows must be in the cache, and records the latency in a separate file
 *     and distribution. Repetitions are not part of the schedule, so the rate must leave time for
 *     them. 0 for no repetitions.
 */
public record LoadGenerator(int threads, long seed, int inCacheEvery) {
  private static final int MAX_THREADS = 128;

  /** Checks the ranges. */
  public LoadGenerator {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads=" + threads + ": must be between 1 and " + MAX_THREADS + ".");
    }
    if (inCacheEvery < 0) {
      throw new IllegalArgumentException(
          "inCacheEvery=" + inCacheEvery + ": must not be negative.");
    }
  }

  /**
   * Sends until the time is over and waits for the answers. If the server does not keep up with a
   * fixed rate, that takes at most as long again. Only one run at a time may use a folder.
   *
   * @param warmUp time of sending at the same pace before measuring begins
   * @param measured a multiple of 250 ms
   * @param folder where {@link RawData#LATENCIES} and {@link RawData#IN_CACHE_LATENCIES} are
   *     written
   * @throws BenchException as soon as a request fails or an answer is wrong
   * @throws IOException if a file cannot be written
   */
  public LoadResult run(
      Operation operation, Pace pace, Duration warmUp, Duration measured, Path folder)
      throws BenchException, IOException, InterruptedException {
    if (measured.toMillis() < 1 || measured.toMillis() % Window.INTERVAL_MILLIS != 0) {
      throw new IllegalArgumentException(
          measured + " is not a multiple of " + Window.INTERVAL_MILLIS + " ms.");
    }
    Files.createDirectories(folder);
    boolean repeats = inCacheEvery > 0 && pace.isPaced();
    try (LatencyLog latencies = new LatencyLog(folder.resolve(RawData.LATENCIES));
        LatencyLog inCache =
            repeats ? new LatencyLog(folder.resolve(RawData.IN_CACHE_LATENCIES)) : null) {
      MeasuredLoad load = new MeasuredLoad(operation, pace, latencies, inCache);
      LoadResult result = load.result(measured, load.run(warmUp, measured));
      latencies.finish();
      if (inCache != null) {
        inCache.finish();
      }
      return result;
    }
  }

  /** The load of one run. */
  private final class MeasuredLoad extends OpenLoop {
    private final Operation operation;
    private final LatencyLog latencies;
    private final @Nullable LatencyLog inCache;
    private final List<Worker.Recorder> recorders;
    private final List<Worker.Recorder> repeated;
    private long beginMillis;

    MeasuredLoad(
        Operation operation, Pace pace, LatencyLog latencies, @Nullable LatencyLog inCache) {
      super(threads, pace);
      this.operation = operation;
      this.latencies = latencies;
      this.inCache = inCache;
      this.recorders = Stream.generate(latencies::recorder).limit(threads).toList();
      this.repeated =
          inCache == null ? List.of() : Stream.generate(inCache::recorder).limit(threads).toList();
    }

    @Override
    protected Worker open(int thread) throws IOException {
      return new Worker(
          new Drawn(operation.open(), Mix.mix(seed, thread), threads),
          Clock.PARKING,
          Worker.interleaved(threads, thread),
          recorders.get(thread),
          inCache == null ? null : repeated.get(thread),
          inCacheEvery);
    }

    @Override
    protected void prepare(Worker worker, int thread) throws BenchException, IOException {
      worker.warm(thread - (long) threads);
    }

    @Override
    protected void begin(long millis) {
      beginMillis = millis;
      latencies.begin(millis);
      if (inCache != null) {
        inCache.begin(millis);
      }
    }

    @Override
    protected void endInterval(long millis) {
      latencies.endInterval(millis);
      if (inCache != null) {
        inCache.endInterval(millis);
      }
    }

    LoadResult result(Duration measured, Worker.Tally tally) {
      return new LoadResult(
          beginMillis,
          measured.toMillis() / 1e3,
          tally.operations(),
          tally.rows().stream().mapToLong(Long::longValue).sum(),
          tally.handled(),
          tally.unsent(),
          new Throughput(Window.INTERVAL_MILLIS, tally.rows()),
          latencies.total(),
          inCache == null ? null : inCache.total());
    }
  }

  /** Requests whose numbers come from their thread's sequence of random numbers. */
  record Drawn(Operation.Requests requests, long seed, int threads) implements Operation.Requests {
    @Override
    public int send(long number) throws BenchException, IOException {
      return requests.send(Mix.mix(seed, Math.floorDiv(number, threads) + 1));
    }

    @Override
    public void close() throws IOException {
      requests.close();
    }
  }
}
