package io.strata.perf.record;

import io.strata.perf.common.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Repeats an action in the background of another. */
final class Background {
  private Background() {}

  /**
   * Runs an action in this thread and, until it ends, repeats another one in a second thread.
   *
   * @param pause before each repetition
   * @throws IOException if either action failed; a failed repetition is the last
   */
  static void during(Progress.Action action, Duration pause, Progress.Action repeated)
      throws IOException, InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    CompletableFuture<Void> outcome = new CompletableFuture<>();
    Thread thread = new Thread(() -> repeat(done, pause, repeated, outcome), "background");
    thread.start();
    try {
      action.run();
    } finally {
      done.countDown();
      thread.join();
    }
    requireSuccess(outcome);
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
