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
 * <p>Idle, running, running with one waiting, closed.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li>{@link #submit} starts a thread if idle; otherwise the configuration waits, and replaces
 *       one that waits already. A configuration is complete, so the last one submitted is always
 *       the last one applied, and would have undone those that are skipped.
 *   <li>The thread takes the waiting configuration, and ends if there is none.
 *   <li>{@link #close} discards the waiting configuration, accepts no more, and waits for the
 *       running one.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * <p>All fields are guarded by this object's monitor, which is not held while a configuration is
 * applied. No request of HBase takes it.
 *
 * @param <C> the configuration
 */
final class PendingChanges<C> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PendingChanges.class);
  private static final String THREAD = "strata-settings";

  private final Consumer<C> apply;
  private final long closeMillis;
  private @Nullable C waiting;
  private boolean running;
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
    if (!running) {
      Thread thread = new Thread(this::run, THREAD);
      thread.setDaemon(true);
      thread.start();
      // After the start: if it fails, the next call starts a thread.
      running = true;
    }
  }

  /** Returns whether a configuration waits for another one. */
  synchronized boolean isOneWaiting() {
    return running && waiting != null;
  }

  private void run() {
    for (C next = take(); next != null; next = take()) {
      try {
        apply.accept(next);
      } catch (Throwable e) {
        // The thread goes on with the next configuration.
        LOG.error("Could not apply a changed configuration: {}", Secrets.traceOf(e));
      }
    }
  }

  private synchronized @Nullable C take() {
    C next = waiting;
    waiting = null;
    if (next == null) {
      running = false;
      notifyAll();
    }
    return next;
  }

  /** Waits until every configuration submitted before is applied. */
  synchronized void await() throws InterruptedException {
    while (running) {
      wait();
    }
  }

  /** Discards the waiting configuration, and waits for the running one, with a time limit. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting = null;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeMillis);
    try {
      for (long left = closeMillis; running && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (running) {
      LOG.warn("Closing the cache while a changed configuration is still being applied");
    }
  }
}
