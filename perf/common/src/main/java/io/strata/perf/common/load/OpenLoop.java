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
 * Sends requests from many threads, which start at once. At a fixed rate ({@link Pace#paced}) each
 * request is due at a time of its own, whether those before it were answered or not. A latency is
 * counted from when the operation was due, not from when it was sent: a thread that falls behind
 * sends at once, and what it is late by counts. So a stall is seen by all the operations that came
 * due meanwhile, and not by one for each thread (no coordinated omission). For one run.
 */
public abstract class OpenLoop {
  private static final Duration ENDING = Duration.ofMinutes(2);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int threads;
  private final Pace pace;
  private final CountDownLatch notReady;
  private final CompletableFuture<Window> start = new CompletableFuture<>();

  /**
   * Prepares a load.
   *
   * @param threads that send, 1 or more
   */
  protected OpenLoop(int threads, Pace pace) {
    this.threads = threads;
    this.pace = pace;
    this.notReady = new CountDownLatch(threads);
  }

  /** Makes what a thread sends by. Called in that thread, which closes it. */
  protected abstract Worker open(int thread) throws BenchException, IOException;

  /** Called before the load begins, in the thread of the worker. */
  protected void prepare(Worker worker, int thread) throws BenchException, IOException {}

  /**
   * Called before anything is sent.
   *
   * @param millis when measuring begins, in milliseconds of the epoch
   */
  protected void begin(long millis) {}

  /**
   * Called about once a second while the load is measured, and when it has ended.
   *
   * @param millis the time, in milliseconds of the epoch
   */
  protected void endInterval(long millis) {}

  /**
   * Sends until the time is over, and waits for the answers. Where a fixed rate is too high, that
   * takes at most as long again.
   *
   * @param warmUp sending at the same pace before anything is measured
   * @throws BenchException as soon as one request fails or is answered wrongly
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
