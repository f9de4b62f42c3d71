package io.strata.perf.common;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Runs the same task on several threads for a fixed time. Stateless. */
public final class ParallelRun {
  /** The task of one thread. */
  @FunctionalInterface
  public interface Work {
    /**
     * Works until the time is over.
     *
     * @param thread the number of the thread, from 0
     * @param over returns whether the time is over
     * @return the amount of work done
     */
    long until(int thread, BooleanSupplier over) throws Exception;
  }

  /**
   * The work done and the elapsed time.
   *
   * @param done the sum over all threads
   * @param nanos elapsed time from the start of the first thread to the end of the last
   */
  public record Result(long done, long nanos) {
    /** Returns the work per second. */
    public double rate() {
      return done * 1e9 / nanos;
    }
  }

  private ParallelRun() {}

  /** Runs the task on a number of threads for a time in nanoseconds. */
  public static Result run(int threads, long nanos, Work work) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long start = System.nanoTime();
      BooleanSupplier over = () -> System.nanoTime() - start >= nanos;
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        results.add(pool.submit(() -> work.until(number, over)));
      }
      long done = 0;
      for (Future<Long> result : results) {
        done += result.get();
      }
      return new Result(done, System.nanoTime() - start);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      pool.shutdown();
    }
  }
}
