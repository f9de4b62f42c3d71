package io.strata.readpath;

import io.strata.readpath.account.ServerFiles;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.l2.RestoredBlocks;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what a restart found in memory and on disks of files that are gone: compacted away, or
 * their regions moved, while the server was down, so that nobody told it. What nobody has asked for
 * during a grace period, and no region of the server has, is such an orphan; that is looked at
 * whenever a period is over. Thread-safe.
 */
final class OrphanSweep {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);
  private static final long MIN_MILLIS = 1_000;

  private final RestoredBlocks restored;
  private final AtomicInteger freed = new AtomicInteger();
  private Optional<Long> graceMillis;
  private @Nullable Supplier<? extends Map<String, ?>> names;
  private @Nullable ScheduledExecutorService timer;

  /**
   * Does nothing yet.
   *
   * @param graceMillis the grace period; empty where a restart finds nothing
   */
  OrphanSweep(RestoredBlocks restored, Optional<Long> graceMillis) {
    this.restored = restored;
    this.graceMillis = graceMillis;
  }

  /**
   * Begins, where anything is found again at all.
   *
   * @param names the files that the server's regions have, by the names that their paths end with
   */
  synchronized void start(Supplier<? extends Map<String, ?>> names) {
    this.names = names;
    restart();
  }

  /** Goes by another grace period from now on, which begins anew. */
  synchronized void apply(Optional<Long> next) {
    graceMillis = next;
    if (names != null) {
      restart();
    }
  }

  private void restart() {
    stop();
    graceMillis.ifPresent(
        grace -> {
          long period = Math.max(MIN_MILLIS, grace);
          timer = Daemons.timer("strata-orphans");
          var unused =
              timer.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
        });
  }

  /** Files whose blocks were freed so far. */
  int freedFiles() {
    return freed.get();
  }

  /** Looks once. A failure is told, and ends nothing. */
  void sweep() {
    try {
      Supplier<? extends Map<String, ?>> there = names;
      if (there != null) {
        sweep(there);
      }
    } catch (RuntimeException e) {
      LOG.warn("Blocks of files that are gone could not be looked for: {}", Secrets.traceOf(e));
    }
  }

  private void sweep(Supplier<? extends Map<String, ?>> there) {
    // Asked for first: a file that comes to the server later is not in the other set.
    Set<String> unasked = restored.files();
    if (unasked.isEmpty()) {
      return;
    }
    Set<String> wanted = ServerFiles.withReferredTo(there.get()).keySet();
    int files = restored.evict(file -> unasked.contains(file) && !wanted.contains(file));
    freed.addAndGet(files);
    if (files > 0) {
      LOG.info("The cache had blocks of {} files that no region has any more", files);
    }
  }

  /** Ends, and waits for a look that is under way. */
  synchronized void stop() {
    ScheduledExecutorService running = timer;
    if (running == null) {
      return;
    }
    timer = null;
    running.shutdown();
    try {
      running.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
