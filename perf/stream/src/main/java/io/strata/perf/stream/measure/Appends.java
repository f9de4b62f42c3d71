package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * Producers that append to a stream each, as fast as they can: each waits for the end of an append
 * before it begins the next.
 */
public final class Appends {
  private final AppendEngine engine;
  private final int producers;
  private final int bytes;
  private final int appendsOfEach;

  /**
   * Of an engine that has as many numbers as producers.
   *
   * @param bytes of an append
   * @param total that all append together
   */
  public Appends(AppendEngine engine, int producers, int bytes, long total) {
    this.engine = engine;
    this.producers = producers;
    this.bytes = bytes;
    this.appendsOfEach = (int) Math.max(1, total / bytes / producers);
  }

  /** How many appends there are in all. */
  public long appends() {
    return (long) appendsOfEach * producers;
  }

  /**
   * Appends all; returns the nanoseconds from the first one's begin to the last one's end, without
   * a look at the clock in between.
   */
  public long measureThroughput() throws InterruptedException {
    return run(
        (number, data) -> {
          int at = 0;
          for (int i = 0; i < appendsOfEach; i++) {
            at = engine.append(number, data.of(i));
          }
          return at;
        });
  }

  /** Appends all; returns the nanoseconds that each append took. */
  public Histogram measureLatencies() throws InterruptedException {
    Histogram sum = Latencies.histogram();
    run(
        (number, data) -> {
          Histogram own = Latencies.histogram();
          int at = 0;
          for (int i = 0; i < appendsOfEach; i++) {
            byte[] each = data.of(i);
            long begin = System.nanoTime();
            at = engine.append(number, each);
            own.recordValue(System.nanoTime() - begin);
          }
          synchronized (sum) {
            sum.add(own);
          }
          return at;
        });
    return sum;
  }

  /** What one producer does. */
  private interface Producer {
    /** Appends all; returns where the last append begins. */
    int run(int number, Data data);
  }

  /** When a producer began and ended, and where what it appended last begins. */
  private record Turn(long begin, long end, int last) {}

  /** Runs all producers, looks whether what each appended last is there; returns nanoseconds. */
  private long run(Producer producer) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(producers);
    CyclicBarrier start = new CyclicBarrier(producers);
    try {
      List<Future<Turn>> all = new ArrayList<>();
      for (int i = 0; i < producers; i++) {
        int number = i;
        all.add(pool.submit(() -> turn(producer, number, start)));
      }
      long begin = Long.MAX_VALUE;
      long end = Long.MIN_VALUE;
      for (int i = 0; i < producers; i++) {
        Turn turn = all.get(i).get();
        begin = Math.min(begin, turn.begin);
        end = Math.max(end, turn.end);
        check(i, turn.last);
      }
      return end - begin;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A producer failed.", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private Turn turn(Producer producer, int number, CyclicBarrier start)
      throws InterruptedException, BrokenBarrierException {
    Data data = new Data(bytes);
    start.await();
    // Its own look at the clock: whoever waits for it may get a processor only when it is done.
    long begin = System.nanoTime();
    int last = producer.run(number, data);
    return new Turn(begin, System.nanoTime(), last);
  }

  private void check(int number, int last) {
    Data data = new Data(bytes);
    engine.readAppended(number, last, data.into());
    data.check(appendsOfEach - 1, bytes);
  }
}
