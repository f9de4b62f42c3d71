package io.strata.perf.run;

import io.strata.perf.data.Restart;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads a RegionServer's counters once a second until {@link #end}. HBase withholds its metrics for
 * some seconds after a region was opened; the next reading then waits for them. Not thread-safe.
 */
final class CounterLog implements AutoCloseable {
  private final ServerProbe probe;
  private final long begin = System.nanoTime();
  private final Queue<Restart.Counters> counters = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final Future<?> readings;

  CounterLog(ServerProbe probe) {
    this.probe = probe;
    readings = thread.scheduleAtFixedRate(this::read, 0, 1, TimeUnit.SECONDS);
  }

  private void read() {
    try {
      ServerCounters now = probe.read();
      counters.add(
          new Restart.Counters(
              (System.nanoTime() - begin) / 1e9,
              now.dataHits(),
              now.dataMisses(),
              now.fileBytes()));
    } catch (IOException e) {
      throw new IllegalStateException("The RegionServer's counters cannot be read.", e);
    }
  }

  /**
   * Reads the counters a last time and stops.
   *
   * @throws IOException if a reading failed
   */
  List<Restart.Counters> end() throws IOException, InterruptedException {
    try {
      if (readings.isDone()) {
        readings.get();
      }
      thread.submit(this::read).get();
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
    return List.copyOf(counters);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
