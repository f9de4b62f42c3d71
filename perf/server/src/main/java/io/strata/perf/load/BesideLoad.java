package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Requests that one thread sends at full speed beside a measured load. They are numbered from 0 on,
 * and each slice continues where the last one ended. Not thread-safe.
 */
final class BesideLoad implements AutoCloseable {
  private final Operation.Requests requests;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile boolean ended;
  private long next;

  BesideLoad(Operation operation) throws IOException {
    requests = operation.open();
  }

  /** Starts sending. */
  Future<Long> begin() {
    ended = false;
    return thread.submit(
        () -> {
          while (!ended) {
            requests.send(next++);
          }
          return next;
        });
  }

  /**
   * Stops sending, and waits for the last answer.
   *
   * @param sending returned by {@link #begin}
   * @throws BenchException if a request has failed
   */
  void end(Future<Long> sending) throws BenchException, InterruptedException {
    ended = true;
    try {
      sending.get();
    } catch (ExecutionException e) {
      throw new BenchException("A request beside the load failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() throws IOException {
    thread.shutdownNow();
    requests.close();
  }
}
