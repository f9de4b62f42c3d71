package io.strata.perf.common;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Threads that do the same for the same time. Stateless. */
public final class Together {
  /** What one thread does. */
  @FunctionalInterface
  public interface Work {
    /**
     * Works for as long as it may.
     *
     * @param thread its number, from 0
     * @return how much was done
     */
    long until(int thread, BooleanSupplier over) throws Exception;
  }

  /**
   * How much was done in which time.
   *
   * @param done the sum of all threads
   * @param nanos from the start of the first to the end of the last
   */
  public record Done(long done, long nanos) {
    /** How much a second. */
    public double rate() {
      return done * 1e9 / nanos;
    }
  }

  private Together() {}

  /** Lets so many threads work for so long. */
  public static Done run(int threads, long nanos, Work work) throws InterruptedException {
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
      return new Done(done, System.nanoTime() - start);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      pool.shutdown();
    }
  }
}
