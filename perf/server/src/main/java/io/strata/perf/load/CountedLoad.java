package io.strata.perf.load;

import io.strata.perf.common.ParallelRun;
import io.strata.perf.common.load.Operation;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/** Sends a fixed number of requests as fast as they are answered. Stateless. */
public final class CountedLoad {
  private static final int DIGITS = 3;

  /**
   * The client's measurements.
   *
   * @param latencies of all requests, from sending to the checked answer, in nanoseconds
   * @param nanos from the first request to the last answer
   */
  public record CountedResult(Latencies latencies, long nanos) {}

  private CountedLoad() {}

  /**
   * Sends the requests numbered from 0 in approximately that order, so that each run reads the same
   * rows.
   *
   * @param requests number of requests
   * @param threads number of threads
   * @throws IllegalStateException if a request fails or an answer is wrong
   */
  public static CountedResult run(Operation operation, long requests, int threads)
      throws InterruptedException {
    AtomicLong next = new AtomicLong();
    ConcurrentHistogram latencies = new ConcurrentHistogram(Latencies.MAX_NANOS, DIGITS);
    ParallelRun.Result all =
        ParallelRun.run(
            threads,
            Long.MAX_VALUE,
            (thread, over) -> {
              long sent = 0;
              try (Operation.Requests own = operation.open()) {
                for (long i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
                  long begin = System.nanoTime();
                  own.send(i);
                  latencies.recordValue(System.nanoTime() - begin);
                  sent++;
                }
              }
              return sent;
            });
    return new CountedResult(Latencies.of(latencies), all.nanos());
  }
}
