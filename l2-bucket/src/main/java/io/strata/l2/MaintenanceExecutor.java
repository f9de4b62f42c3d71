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
 * The thread for what nobody waits for: collecting the blocks of closed files, moving buckets
 * between size classes, choosing classes anew, removing buckets. Thread-safe.
 */
final class MaintenanceExecutor implements Executor {
  private static final long BREATH_NANOS = 50_000;

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
              Thread made = new Thread(task, "strata-l2-housekeeper");
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Runs a task after those that came before; not at all when closed, since nothing is then kept.
   */
  @Override
  public void execute(Runnable task) {
    try {
      thread.execute(() -> run(task));
    } catch (RejectedExecutionException e) {
      // Closed: the memory goes as a whole.
      return;
    }
  }

  private void run(Runnable task) {
    // Waking this thread may have put it on the core of the one that asked, who would wait there
    // for as long as the task takes, or a time slice: it goes on first.
    LockSupport.parkNanos(BREATH_NANOS);
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  /**
   * Waits until what was to be done before is done, and what came of it as well; after {@link
   * #close}, until what was to be done before that is.
   */
  void awaitQuiet() throws InterruptedException {
    // A task leaves others behind before it ends: the last one finds the queue empty.
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

  /** Takes no more tasks; those that it has are done. */
  void close() {
    thread.shutdown();
  }
}
