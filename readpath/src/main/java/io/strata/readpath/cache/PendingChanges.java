package io.strata.readpath.cache;

import io.strata.readpath.config.Secrets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies configurations one at a time in a background thread, because HBase calls {@link #submit}
 * under a lock that opening regions take, too.
 *
 * <h2>States</h2>
 *
 * <p>Idle, applying, applying with one waiting, closed.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li>{@link #submit} wakes the thread if it is idle, and starts it the first time. Otherwise the
 *       configuration waits, and replaces one that waits already. A configuration is complete, so
 *       the last one submitted is always the last one applied, and would have undone those that are
 *       skipped.
 *   <li>The thread applies the waiting configuration, and then waits for the next.
 *   <li>{@link #close} discards the waiting configuration, accepts no more, waits for the one that
 *       is being applied, and ends the thread.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * <p>All fields are guarded by this object's monitor, which is not held while a configuration is
 * applied. No request of HBase takes it. One thread applies all configurations: the C library gives
 * each thread a heap of its own, and keeps there what a change has allocated and freed.
 *
 * @param <C> the configuration
 */
final class PendingChanges<C> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PendingChanges.class);
  private static final String THREAD = "strata-settings";

  private final Consumer<C> apply;
  private final long closeMillis;
  private @Nullable C waiting;
  private @Nullable Thread thread;
  private boolean applying;
  private boolean closed;

  /**
   * @param apply applies a configuration; called by one thread at a time. What it throws is logged
   *     and affects that configuration only.
   * @param closeMillis the maximum time that {@link #close} waits
   */
  PendingChanges(Consumer<C> apply, long closeMillis) {
    this.apply = apply;
    this.closeMillis = closeMillis;
  }

  /** Submits a configuration and returns at once; does nothing after {@link #close}. */
  synchronized void submit(C change) {
    if (closed) {
      return;
    }
    if (waiting != null) {
      LOG.info("Skipped a changed configuration: a newer one arrived before it was applied");
    }
    waiting = change;
    if (thread == null) {
      Thread started = new Thread(this::run, THREAD);
      started.setDaemon(true);
      started.start();
      // After the start: if it fails, the next call starts a thread.
      thread = started;
    }
    notifyAll();
  }

  /** Returns whether a configuration waits for another one. */
  synchronized boolean isOneWaiting() {
    return applying && waiting != null;
  }

  private void run() {
    for (C next = take(); next != null; next = take()) {
      apply(next);
    }
  }

  private void apply(C next) {
    try {
      apply.accept(next);
    } catch (Throwable e) {
      // The thread goes on with the next configuration.
      LOG.error("Could not apply a changed configuration: {}", Secrets.traceOf(e));
    } finally {
      applied();
    }
  }

  private synchronized void applied() {
    applying = false;
    notifyAll();
  }

  /** Waits for a configuration; returns null after {@link #close}. */
  private synchronized @Nullable C take() {
    while (waiting == null && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        LOG.debug("Interrupted while no configuration is applied", e);
      }
    }
    C next = waiting;
    waiting = null;
    applying = next != null;
    return next;
  }

  /** Waits until every configuration submitted before is applied. */
  synchronized void await() throws InterruptedException {
    while (applying || waiting != null) {
      wait();
    }
  }

  /** Discards the waiting configuration, and waits for the running one, with a time limit. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting = null;
    notifyAll();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeMillis);
    try {
      for (long left = closeMillis; applying && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (applying) {
      LOG.warn("Closing the cache while a changed configuration is still being applied");
    }
  }
}
