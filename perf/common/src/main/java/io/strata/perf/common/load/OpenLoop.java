package io.strata.perf.common.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An open-loop load generator with many threads that start together. At a fixed rate ({@link
 * Pace#paced}) each request has a scheduled send time that does not depend on earlier responses.
 * Latency counts from the scheduled time, not from the actual send time: a thread that falls behind
 * sends at once, and its delay counts. A stall therefore shows in every operation that came due
 * meanwhile, not in one operation per thread (no coordinated omission). For a single run.
 */
public abstract class OpenLoop {
  private static final Duration ENDING = Duration.ofMinutes(2);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int threads;
  private final Pace pace;
  private final CountDownLatch notReady;
  private final CompletableFuture<Window> start = new CompletableFuture<>();

  /**
   * Creates a load.
   *
   * @param threads number of sending threads, 1 or more
   */
  protected OpenLoop(int threads, Pace pace) {
    this.threads = threads;
    this.pace = pace;
    this.notReady = new CountDownLatch(threads);
  }

  /** Creates the worker of a thread. Called in that thread, which also closes the worker. */
  protected abstract Worker open(int thread) throws BenchException, IOException;

  /** Prepares a worker before the load begins. Called in the thread of the worker. */
  protected void prepare(Worker worker, int thread) throws BenchException, IOException {}

  /**
   * Called before the first request.
   *
   * @param millis the start of measuring, in milliseconds since the epoch
   */
  protected void begin(long millis) {}

  /**
   * Called about once a second during measuring, and when the load has ended.
   *
   * @param millis the current time, in milliseconds since the epoch
   */
  protected void endInterval(long millis) {}

  /**
   * Sends until the time is over and waits for the responses. If the server cannot keep up with a
   * fixed rate, this takes at most {@code measured} longer.
   *
   * @param warmUp time of sending at the same pace before measuring
   * @param measured time of measuring
   * @throws BenchException as soon as a request fails or gets a wrong response
   */
  public final Worker.Tally run(Duration warmUp, Duration measured)
      throws BenchException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CompletionService<Worker.Tally> done = new ExecutorCompletionService<>(pool);
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        done.submit(() -> work(number));
      }
      awaitReady(done);
      Window window = Window.from(System.nanoTime(), warmUp, measured);
      begin(System.currentTimeMillis() + warmUp.toMillis());
      start.complete(window);
      return await(done, window);
    } finally {
      pool.shutdownNow();
      pool.awaitTermination(ENDING.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private Worker.Tally work(int thread) throws Exception {
    try (Worker worker = open(thread)) {
      prepare(worker, thread);
      notReady.countDown();
      return worker.run(pace, start.get());
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

  private Worker.Tally await(CompletionService<Worker.Tally> done, Window window)
      throws BenchException, InterruptedException {
    Worker.@Nullable Tally sum = null;
    long tick = window.begin() + SECOND_NANOS;
    for (int ended = 0; sum == null || ended < threads; ) {
      Future<Worker.Tally> next = done.poll(tick - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        endInterval(System.currentTimeMillis());
        tick += SECOND_NANOS;
      } else {
        sum = sum == null ? tally(next) : sum.plus(tally(next));
        ended++;
      }
    }
    endInterval(System.currentTimeMillis());
    return sum;
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
