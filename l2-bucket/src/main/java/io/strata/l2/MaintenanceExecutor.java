package io.strata.l2;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A single-threaded executor for background work: freeing the blocks of closed files, moving
 * buckets between size classes, choosing new classes, removing buckets. Thread-safe.
 *
 * <p>A task is one step, and submits the next one itself, so that no other task waits for the whole
 * work. The thread pauses before a step for which it was woken.
 */
final class MaintenanceExecutor implements Executor {
  private static final long PAUSE_NANOS = 50_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ThreadPoolExecutor thread;
  private final Consumer<Throwable> onError;
  private volatile @Nullable LongConsumer observer;

  /** How many tasks were submitted and have not ended. */
  private final AtomicInteger pending = new AtomicInteger();

  /** Whether there was no further step after the last. For the background thread alone. */
  private boolean waited = true;

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
    pending.incrementAndGet();
    boolean accepted = false;
    try {
      thread.execute(() -> run(task));
      accepted = true;
    } catch (RejectedExecutionException e) {
      // Closed: the store's memory is freed as a whole.
      return;
    } finally {
      if (!accepted) {
        pending.decrementAndGet();
      }
    }
  }

  /** Runs a step, and further ones until one returns false; other tasks may run between them. */
  void executeSteps(BooleanSupplier step) {
    execute(
        () -> {
          if (step.getAsBoolean()) {
            executeSteps(step);
          }
        });
  }

  /**
   * Reports each later step to an observer, for measurements.
   *
   * @param observer gets the processor time of a step in nanoseconds; called by the background
   *     thread
   */
  void observe(LongConsumer observer) {
    this.observer = observer;
  }

  private void run(Runnable step) {
    try {
      if (waited) {
        // Waking this thread may have put it on the core of the submitting thread, which would wait
        // there for a time slice. The pause lets that one go on first. Between further steps there
        // is none: where all cores are busy, it would take a time slice each time.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      runObserved(step);
      waited = thread.getQueue().isEmpty();
    } finally {
      pending.decrementAndGet();
    }
  }

  private void runObserved(Runnable step) {
    LongConsumer current = observer;
    long begun = current == null ? 0 : THREADS.getCurrentThreadCpuTime();
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
    if (current != null) {
      current.accept(THREADS.getCurrentThreadCpuTime() - begun);
    }
  }

  /**
   * Waits until the tasks submitted before, and the tasks that these submit, have run. After {@link
   * #close}, waits until the remaining tasks have run.
   */
  void awaitQuiet() throws InterruptedException {
    // A task submits others while it is still counted itself, so the count is 0 only after the
    // last.
    // A task of the waiting thread's own would instead run, and wake it, between each two steps.
    while (pending.get() > 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Accepts no more tasks; runs those already submitted. */
  void close() {
    thread.shutdown();
  }
}
