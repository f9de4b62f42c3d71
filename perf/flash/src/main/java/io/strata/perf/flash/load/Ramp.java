package io.strata.perf.flash.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Clock;
import io.strata.perf.common.load.OpenLoop;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.common.load.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Requests at one rate after another. A thread takes the next request, waits until it is due, and
 * serves it; the waking of a thread is in the latency, as it is for a server's. One thread's.
 */
public final class Ramp {
  private final int threads;
  private final Duration step;
  private final Request request;

  /** Something to be served. */
  @FunctionalInterface
  public interface Request extends Operation.Requests {
    /**
     * Serves one.
     *
     * @param number counts all, from 0
     */
    void serve(long number) throws IOException;

    @Override
    default int send(long number) throws IOException {
      serve(number);
      return 1;
    }

    @Override
    default void close() {}
  }

  /**
   * Prepares the rates.
   *
   * @param threads that serve at the same time, 1 or more
   * @param step how long requests become due at each rate; those that are late are served for as
   *     long again
   */
  public Ramp(int threads, Duration step, Request request) {
    this.threads = threads;
    this.step = step;
    this.request = request;
  }

  /** Returns how many requests a second are served when each thread begins the next at once. */
  public double highestRate() throws InterruptedException {
    return perSecond(serve(Pace.peak(), thread -> (due, nanos, sent) -> {}));
  }

  /** Has requests served at a rate, in requests a second. */
  public Step run(double rate) throws InterruptedException {
    List<Seen> seen = Stream.generate(() -> new Seen(step.toNanos())).limit(threads).toList();
    Worker.Tally tally = serve(Pace.paced(rate), seen::get);
    Histogram latencies = new Histogram(3);
    LatencyScatter cloud = new LatencyScatter();
    for (Seen each : seen) {
      latencies.add(each.latencies);
      cloud.add(each.cloud);
    }
    return new Step(
        rate,
        perSecond(tally),
        tally.unsent(),
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99),
        latencies.getValueAtPercentile(99.9),
        cloud);
  }

  private double perSecond(Worker.Tally tally) {
    return tally.operations() * 1e9 / step.toNanos();
  }

  private Worker.Tally serve(Pace pace, IntFunction<Worker.Recorder> recorders)
      throws InterruptedException {
    AtomicLong next = new AtomicLong();
    OpenLoop loop =
        new OpenLoop(threads, pace) {
          @Override
          protected Worker open(int thread) {
            return new Worker(
                request, Clock.SPINNING, next::getAndIncrement, recorders.apply(thread));
          }
        };
    try {
      return loop.run(Duration.ZERO, step);
    } catch (BenchException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What one thread saw. */
  private static final class Seen implements Worker.Recorder {
    final Histogram latencies = new Histogram(3);
    final LatencyScatter cloud = new LatencyScatter();
    private final double step;

    Seen(double step) {
      this.step = step;
    }

    @Override
    public void record(long due, long nanos, boolean sent) {
      latencies.recordValue(nanos);
      if (sent) {
        cloud.add(due / step, nanos);
      }
    }
  }
}
