package io.strata.l2;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A single-threaded executor for background work: freeing the blocks of closed files, moving
 * buckets between size classes, choosing new classes, removing buckets. Thread-safe.
 */
final class MaintenanceExecutor implements Executor {
  private static final long YIELD_NANOS = 50_000;

  private final ThreadPoolExecutor thread;
  private final Consumer<Throwable> onError;

  MaintenanceExecutor(Consumer<Throwable> onError) {
    this.onError = onError;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread made = new Thread(task, "strata-l2-maintenance");
              made.setDaemon(true);
              return made;
            });
  }

  /** Runs a task after those submitted before it; drops it if this executor is closed. */
  @Override
  public void execute(Runnable task) {
    try {
      thread.execute(() -> run(task));
    } catch (RejectedExecutionException e) {
      // Closed: the store's memory is freed as a whole.
      return;
    }
  }

  private void run(Runnable task) {
    // Waking this thread may have put it on the core of the submitting thread, which would wait
    // there for the length of the task, or a time slice. The pause lets that thread go on first.
    LockSupport.parkNanos(YIELD_NANOS);
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  /**
   * Waits until the tasks submitted before, and the tasks that these submit, have run. After {@link
   * #close}, waits until the remaining tasks have run.
   */
  void awaitQuiet() throws InterruptedException {
    // A task may submit others before it ends: the last one finds the queue empty.
    AtomicBoolean last = new AtomicBoolean();
    while (!last.get() && !thread.isTerminated()) {
      try {
        thread.submit(() -> last.set(thread.getQueue().isEmpty())).get();
      } catch (RejectedExecutionException e) {
        var unused = thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Accepts no more tasks; runs those already submitted. */
  void close() {
    thread.shutdown();
  }
}
