package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests from many threads and measures what a client sees. All threads start at once, each
 * after one request of its own that is not measured.
 *
 * <p>At a fixed rate ({@link Pace#paced}), each thread has a schedule. A latency is counted from
 * when the operation was due, not from when it was sent: a thread that falls behind sends at once,
 * and what it is late by counts. So a stall of the server is seen by all the operations that came
 * due meanwhile, and not by one for each thread.
 *
 * @param threads that send, 1 to 128
 * @param seed of the random numbers: the same seed and number of threads give the same requests
 * @param inCacheEvery at a fixed rate, each thread repeats one operation in so many right after its
 *     answer, when its rows must be in the cache. The latency of the repetition goes to a file and
 *     a distribution of its own. As it is not on the schedule, leave it room in the rate. 0 for
 *     none.
 */
public record LoadGenerator(int threads, long seed, int inCacheEvery) {
  private static final int MOST_THREADS = 128;
  private static final Duration ENDING = Duration.ofMinutes(2);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Refuses what is out of range. */
  public LoadGenerator {
    if (threads < 1 || threads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "A load has 1 to " + MOST_THREADS + " threads, not " + threads + ".");
    }
    if (inCacheEvery < 0) {
      throw new IllegalArgumentException("One second read in " + inCacheEvery + " is none.");
    }
  }

  /**
   * Sends until the time is over, and waits for the answers. Where the server does not keep up with
   * a fixed rate, that takes at most as long again. For one thread at a time and folder.
   *
   * @param warmUp sending at the same pace before anything is measured
   * @param measured a multiple of 250 ms
   * @param folder where {@link RawData#LATENCIES} and {@link RawData#IN_CACHE_LATENCIES} are
   *     written
   * @throws BenchException as soon as one request fails or is answered wrongly
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
    boolean again = inCacheEvery > 0 && pace.mode() == Mode.PACED;
    try (LatencyLog latencies = new LatencyLog(folder.resolve(RawData.LATENCIES));
        LatencyLog inCache =
            again ? new LatencyLog(folder.resolve(RawData.IN_CACHE_LATENCIES)) : null) {
      Load load = new Load(operation, pace, latencies, inCache);
      LoadResult result = load.run(warmUp, measured);
      latencies.finish();
      if (inCache != null) {
        inCache.finish();
      }
      return result;
    }
  }

  /** One run. */
  private final class Load {
    private final Operation operation;
    private final Pace pace;
    private final LatencyLog latencies;
    private final @Nullable LatencyLog inCache;
    private final CountDownLatch notReady = new CountDownLatch(threads);
    private final CompletableFuture<Window> start = new CompletableFuture<>();

    Load(Operation operation, Pace pace, LatencyLog latencies, @Nullable LatencyLog inCache) {
      this.operation = operation;
      this.pace = pace;
      this.latencies = latencies;
      this.inCache = inCache;
    }

    LoadResult run(Duration warmUp, Duration measured) throws BenchException, InterruptedException {
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        CompletionService<Worker.Tally> done = new ExecutorCompletionService<>(pool);
        for (int thread = 0; thread < threads; thread++) {
          int number = thread;
          SingleWriterRecorder recorder = latencies.recorder();
          SingleWriterRecorder again = inCache == null ? null : inCache.recorder();
          done.submit(() -> work(number, recorder, again));
        }
        awaitReady(done);
        Window window = Window.from(System.nanoTime(), warmUp, measured);
        long beginMillis = System.currentTimeMillis() + warmUp.toMillis();
        begin(beginMillis);
        start.complete(window);
        return result(beginMillis, measured, window, await(done, window));
      } finally {
        pool.shutdownNow();
        pool.awaitTermination(ENDING.toSeconds(), TimeUnit.SECONDS);
      }
    }

    private Worker.Tally work(
        int thread, SingleWriterRecorder recorder, @Nullable SingleWriterRecorder again)
        throws Exception {
      try (Operation.Requests requests = operation.open()) {
        SplittableRandom random = new SplittableRandom(Mix.mix(seed, thread));
        Worker worker = new Worker(requests, Clock.SYSTEM, random, recorder, again, inCacheEvery);
        worker.warm();
        notReady.countDown();
        Window window = start.get();
        return worker.run(pace.schedule(window.start(), threads, thread), window);
      }
    }

    private void awaitReady(CompletionService<Worker.Tally> done)
        throws BenchException, InterruptedException {
      while (!notReady.await(10, TimeUnit.MILLISECONDS)) {
        Future<Worker.Tally> failed = done.poll();
        if (failed != null) {
          tally(failed);
        }
      }
    }

    private List<Worker.Tally> await(CompletionService<Worker.Tally> done, Window window)
        throws BenchException, InterruptedException {
      List<Worker.Tally> tallies = new ArrayList<>();
      long tick = window.begin() + SECOND_NANOS;
      while (tallies.size() < threads) {
        Future<Worker.Tally> next = done.poll(tick - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          endInterval();
          tick += SECOND_NANOS;
        } else {
          tallies.add(tally(next));
        }
      }
      endInterval();
      return tallies;
    }

    private void begin(long millis) {
      latencies.begin(millis);
      if (inCache != null) {
        inCache.begin(millis);
      }
    }

    private void endInterval() {
      long now = System.currentTimeMillis();
      latencies.endInterval(now);
      if (inCache != null) {
        inCache.endInterval(now);
      }
    }

    private LoadResult result(
        long beginMillis, Duration measured, Window window, List<Worker.Tally> tallies) {
      List<Long> rows =
          IntStream.range(0, window.intervals())
              .mapToObj(i -> tallies.stream().mapToLong(each -> each.rows().get(i)).sum())
              .toList();
      return new LoadResult(
          beginMillis,
          measured.toMillis() / 1e3,
          tallies.stream().mapToLong(Worker.Tally::operations).sum(),
          rows.stream().mapToLong(Long::longValue).sum(),
          tallies.stream().mapToLong(Worker.Tally::handled).sum(),
          tallies.stream().mapToLong(Worker.Tally::unsent).sum(),
          new Throughput(Window.INTERVAL_MILLIS, rows),
          latencies.total(),
          inCache == null ? null : inCache.total());
    }

    private static Worker.Tally tally(Future<Worker.Tally> done)
        throws BenchException, InterruptedException {
      try {
        return done.get();
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        throw cause instanceof BenchException
            ? new BenchException(String.valueOf(cause.getMessage()), cause)
            : new BenchException("A request failed: " + cause, cause);
      }
    }
  }
}
