package io.strata.readpath;

import io.strata.readpath.config.Secrets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies configurations one after the other in a thread of its own, so that whoever brings one
 * need not wait: HBase does so under a lock that opening regions take as well.
 *
 * <p>States: idle, running, running with one waiting, closed. {@link #submit} starts a thread when
 * idle; otherwise the configuration waits, in the place of one that waits already. Each describes
 * the whole, so the last that was submitted is always the one that is applied last, and those that
 * are skipped would have been undone by it. The thread takes the waiting one, or ends when there is
 * none. {@link #close} discards the waiting one, accepts no more, and waits for the running one.
 *
 * <p>All fields are guarded by this object's monitor, which no one holds while a configuration is
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
   * @param apply applies one; called by one thread at a time; what it throws is logged and ends
   *     that configuration only
   * @param closeMillis how long {@link #close} waits at most
   */
  PendingChanges(Consumer<C> apply, long closeMillis) {
    this.apply = apply;
    this.closeMillis = closeMillis;
  }

  /** Applies a configuration soon, and returns at once; does nothing after {@link #close}. */
  synchronized void submit(C change) {
    if (closed) {
      return;
    }
    if (waiting != null) {
      LOG.info("A changed configuration is skipped: a newer one came before it was applied");
    }
    waiting = change;
    if (!running) {
      Thread thread = new Thread(this::run, THREAD);
      thread.setDaemon(true);
      thread.start();
      // Not before: without a thread the next one starts it.
      running = true;
    }
  }

  /** Returns whether one waits until another one is applied. */
  synchronized boolean isOneWaiting() {
    return running && waiting != null;
  }

  private void run() {
    for (C next = take(); next != null; next = take()) {
      try {
        apply.accept(next);
      } catch (Throwable e) {
        // The thread lives on for what waits.
        LOG.error("A changed configuration could not be applied: {}", Secrets.traceOf(e));
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

  /** Waits until all that was submitted before is applied. */
  synchronized void await() throws InterruptedException {
    while (running) {
      wait();
    }
  }

  /** Discards what waits, and waits for what is being applied, but not for ever. */
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
      LOG.warn("The cache is closed while a changed configuration is still being applied");
    }
  }
}
