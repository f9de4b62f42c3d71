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
 * Sends requests at one rate after another. A thread takes the next request, waits until it is due,
 * and serves it. The latency includes the wake-up of the thread, as in a server. Used by one
 * thread.
 */
public final class Ramp {
  private final int threads;
  private final Duration step;
  private final Request request;

  /** A request to serve. */
  @FunctionalInterface
  public interface Request extends Operation.Requests {
    /**
     * Serves a request.
     *
     * @param number of the request, from 0
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
   * Prepares the load.
   *
   * @param threads that serve at the same time, 1 or more
   * @param step how long requests become due at each rate; late requests are served for as long
   *     again
   */
  public Ramp(int threads, Duration step, Request request) {
    this.threads = threads;
    this.step = step;
    this.request = request;
  }

  /** Returns the requests per second when each thread sends the next request at once. */
  public double peakRate() throws InterruptedException {
    return perSecond(serve(Pace.peak(), thread -> (due, nanos, sent) -> {}));
  }

  /** Serves requests at a rate, in requests per second. */
  public Step run(double rate) throws InterruptedException {
    List<ThreadRecorder> recorders =
        Stream.generate(() -> new ThreadRecorder(step.toNanos())).limit(threads).toList();
    Worker.Tally tally = serve(Pace.paced(rate), recorders::get);
    Histogram latencies = new Histogram(3);
    LatencyScatter scatter = new LatencyScatter();
    for (ThreadRecorder each : recorders) {
      latencies.add(each.latencies);
      scatter.add(each.scatter);
    }
    return new Step(
        rate,
        perSecond(tally),
        tally.unsent(),
        latencies.getValueAtPercentile(50),
        latencies.getValueAtPercentile(99),
        latencies.getValueAtPercentile(99.9),
        scatter);
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

  /** The recordings of one thread. */
  private static final class ThreadRecorder implements Worker.Recorder {
    final Histogram latencies = new Histogram(3);
    final LatencyScatter scatter = new LatencyScatter();
    private final double step;

    ThreadRecorder(double step) {
      this.step = step;
    }

    @Override
    public void record(long due, long nanos, boolean sent) {
      latencies.recordValue(nanos);
      if (sent) {
        scatter.add(due / step, nanos);
      }
    }
  }
}
