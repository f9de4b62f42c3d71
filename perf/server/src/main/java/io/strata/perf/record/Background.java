package io.strata.perf.record;

import io.strata.perf.common.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Something that is done again and again while something else is. */
final class Background {
  private Background() {}

  /**
   * Does something in this thread, and until it is done something else in another one.
   *
   * @param pause before the other thing each time
   * @throws IOException also when the other thing failed; then that is not done again
   */
  static void during(Progress.Action action, Duration pause, Progress.Action other)
      throws IOException, InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    CompletableFuture<Void> others = new CompletableFuture<>();
    Thread thread = new Thread(() -> repeat(done, pause, other, others), "background");
    thread.start();
    try {
      action.run();
    } finally {
      done.countDown();
      thread.join();
    }
    requireSuccess(others);
  }

  private static void repeat(
      CountDownLatch done, Duration pause, Progress.Action action, CompletableFuture<Void> result) {
    try {
      while (!done.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        action.run();
      }
      result.complete(null);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  private static void requireSuccess(CompletableFuture<Void> result)
      throws IOException, InterruptedException {
    try {
      result.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
  }
}
