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
 * Concurrent appends: each producer appends to its own stream at full speed, one append at a time.
 */
public final class Appends {
  private final AppendEngine engine;
  private final int producers;
  private final int bytes;
  private final int appendsPerProducer;

  /**
   * Creates a measurement of an engine with at least one number per producer.
   *
   * @param bytes length of an append
   * @param total bytes appended by all producers together
   */
  public Appends(AppendEngine engine, int producers, int bytes, long total) {
    this.engine = engine;
    this.producers = producers;
    this.bytes = bytes;
    this.appendsPerProducer = (int) Math.max(1, total / bytes / producers);
  }

  /** Returns the number of appends of all producers. */
  public long appends() {
    return (long) appendsPerProducer * producers;
  }

  /**
   * Runs all appends and returns the nanoseconds from the start of the first to the end of the
   * last, without clock reads in between.
   */
  public long measureThroughput() throws InterruptedException {
    return run(
        (number, data) -> {
          int at = 0;
          for (int i = 0; i < appendsPerProducer; i++) {
            at = engine.append(number, data.of(i));
          }
          return at;
        });
  }

  /** Runs all appends and returns their latencies in nanoseconds. */
  public Histogram measureLatencies() throws InterruptedException {
    Histogram sum = Latencies.histogram();
    run(
        (number, data) -> {
          Histogram own = Latencies.histogram();
          int at = 0;
          for (int i = 0; i < appendsPerProducer; i++) {
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

  /** The work of one producer. */
  private interface Producer {
    /** Runs all appends and returns the offset of the last. */
    int run(int number, Data data);
  }

  /** Start and end time of a producer, and the offset of its last append. */
  private record ProducerRun(long begin, long end, int last) {}

  /** Runs all producers, verifies the last append of each, and returns the elapsed nanoseconds. */
  private long run(Producer producer) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(producers);
    CyclicBarrier start = new CyclicBarrier(producers);
    try {
      List<Future<ProducerRun>> all = new ArrayList<>();
      for (int i = 0; i < producers; i++) {
        int number = i;
        all.add(pool.submit(() -> runOne(producer, number, start)));
      }
      long begin = Long.MAX_VALUE;
      long end = Long.MIN_VALUE;
      for (int i = 0; i < producers; i++) {
        ProducerRun one = all.get(i).get();
        begin = Math.min(begin, one.begin);
        end = Math.max(end, one.end);
        check(i, one.last);
      }
      return end - begin;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A producer failed.", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private ProducerRun runOne(Producer producer, int number, CyclicBarrier start)
      throws InterruptedException, BrokenBarrierException {
    Data data = new Data(bytes);
    start.await();
    // Each producer reads the clock itself: the waiting thread may be scheduled only later.
    long begin = System.nanoTime();
    int last = producer.run(number, data);
    return new ProducerRun(begin, System.nanoTime(), last);
  }

  private void check(int number, int last) {
    Data data = new Data(bytes);
    engine.readAppended(number, last, data.into());
    data.check(appendsPerProducer - 1, bytes);
  }
}
