package io.strata.perf.flash.load;

import io.strata.perf.common.Together;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Requests that are due at even intervals, whether those before them were served or not. Each is
 * timed from when it was due, so that what waits behind a slow one is seen to wait (no coordinated
 * omission). A thread takes the next request, waits until it is due, and serves it; the waking of a
 * thread is in the latency, as it is for a server's. One thread's.
 */
public final class OpenLoop {
  private static final long SHORTEST_PARK_NANOS = 20_000;

  private final int threads;
  private final long nanos;
  private final Request request;

  /** Something to be served. */
  @FunctionalInterface
  public interface Request {
    /**
     * Serves one.
     *
     * @param number counts all, from 0
     */
    void serve(long number) throws IOException;
  }

  /**
   * @param threads that serve at the same time, 1 or more
   * @param nanos how long requests become due at each rate; those that are late are served for as
   *     long again
   */
  public OpenLoop(int threads, long nanos, Request request) {
    this.threads = threads;
    this.nanos = nanos;
    this.request = request;
  }

  /** How many requests a second are served when each thread begins the next at once. */
  public double highestRate() throws InterruptedException {
    AtomicLong next = new AtomicLong();
    return Together.run(
            threads,
            nanos,
            (thread, over) -> {
              long done = 0;
              while (!over.getAsBoolean()) {
                request.serve(next.getAndIncrement());
                done++;
              }
              return done;
            })
        .rate();
  }

  /** What one thread saw. */
  private static final class Seen {
    final Histogram latencies = new Histogram(3);
    final Cloud cloud = new Cloud();
    long inTime;
  }

  /** Has requests served at a rate, in requests a second. */
  public Step run(double rate) throws InterruptedException {
    List<Seen> seen = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      seen.add(new Seen());
    }
    double interval = 1e9 / rate;
    long count = Math.max(1, (long) (nanos / interval));
    AtomicLong next = new AtomicLong();
    long begin = System.nanoTime();
    Together.run(
        threads,
        2 * nanos,
        (thread, over) -> {
          while (!over.getAsBoolean()) {
            long number = next.getAndIncrement();
            if (number >= count) {
              break;
            }
            serve(number, begin, interval, seen.get(thread));
          }
          return 0;
        });
    return step(rate, seen, count, Math.min(count, next.get()), interval);
  }

  private void serve(long number, long begin, double interval, Seen seen) throws IOException {
    long due = (long) (number * interval);
    awaitDue(begin + due);
    request.serve(number);
    long done = System.nanoTime() - begin;
    seen.latencies.recordValue(done - due);
    seen.cloud.add((double) due / nanos, done - due);
    if (done <= nanos) {
      seen.inTime++;
    }
  }

  private static void awaitDue(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      if (left > SHORTEST_PARK_NANOS) {
        LockSupport.parkNanos(left);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private Step step(double rate, List<Seen> seen, long count, long begun, double interval) {
    Histogram latencies = new Histogram(3);
    Cloud cloud = new Cloud();
    long inTime = 0;
    for (Seen each : seen) {
      latencies.add(each.latencies);
      cloud.add(each.cloud);
      inTime += each.inTime;
    }
    for (long number = begun; number < count; number++) {
      latencies.recordValue(2 * nanos - (long) (number * interval));
    }
    return new Step(
        rate,
        inTime * 1e9 / nanos,
        count - begun,
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99),
        latencies.getValueAtPercentile(99.9),
        cloud);
  }
}
