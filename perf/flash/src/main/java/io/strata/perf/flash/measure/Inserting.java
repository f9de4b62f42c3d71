package io.strata.perf.flash.measure;

import io.strata.perf.common.ParallelRun;
import io.strata.perf.flash.engine.Engine;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Inserts numbered blocks with several threads, and waits until they are on the device. */
final class Inserting {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private Inserting() {}

  /**
   * The result.
   *
   * @param end the number after the last inserted block
   * @param nanos from the first insert until all blocks are on the device
   */
  record Done(int begin, int end, long nanos) {
    int count() {
      return end - begin;
    }

    double rate() {
      return count() * 1e9 / nanos;
    }
  }

  /** Inserts the blocks of a range of numbers. */
  static Done all(Engine engine, int begin, int end, int threads)
      throws IOException, InterruptedException {
    return run(engine, begin, end, threads, NO_LIMIT);
  }

  /** Inserts blocks as {@link #all}; starts no insert after the time limit. */
  static Done run(Engine engine, int begin, int end, int threads, long millis)
      throws IOException, InterruptedException {
    AtomicInteger next = new AtomicInteger(begin);
    long nanos = millis == NO_LIMIT ? NO_LIMIT : TimeUnit.MILLISECONDS.toNanos(millis);
    long start = System.nanoTime();
    long done =
        ParallelRun.run(threads, nanos, (thread, over) -> insert(engine, next, end, over)).done();
    engine.force();
    return new Done(begin, begin + (int) done, System.nanoTime() - start);
  }

  private static long insert(Engine engine, AtomicInteger next, int end, BooleanSupplier over)
      throws IOException {
    long done = 0;
    while (!over.getAsBoolean()) {
      int number = next.getAndIncrement();
      if (number >= end) {
        break;
      }
      engine.insert(number);
      done++;
    }
    return done;
  }
}
