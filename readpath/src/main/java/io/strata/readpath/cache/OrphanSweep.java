package io.strata.readpath.cache;

import io.strata.readpath.config.Secrets;
import io.strata.readpath.l2.RestoredBlocks;
import io.strata.readpath.usage.ServerFiles;
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
 * Evicts recovered blocks of orphaned files: files that were compacted away, or whose regions
 * moved, while the server was down. A file is an orphan if no read requested a block of it during a
 * grace period and no region of the server has it. The sweep runs after each grace period.
 * Thread-safe.
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
   * Creates a sweep, which is not started.
   *
   * @param graceMillis the grace period; empty if a restart recovers no blocks
   */
  OrphanSweep(RestoredBlocks restored, Optional<Long> graceMillis) {
    this.restored = restored;
    this.graceMillis = graceMillis;
  }

  /**
   * Starts the sweep if a restart recovers blocks.
   *
   * @param names the files of the server's regions, by the last names of their paths
   */
  synchronized void start(Supplier<? extends Map<String, ?>> names) {
    this.names = names;
    restart();
  }

  /** Sets the grace period, which starts again. */
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

  /** Returns the number of files whose blocks were evicted. */
  int freedFiles() {
    return freed.get();
  }

  /** Runs once. A failure is logged; the timer goes on. */
  void sweep() {
    try {
      Supplier<? extends Map<String, ?>> current = names;
      if (current != null) {
        sweep(current);
      }
    } catch (RuntimeException e) {
      LOG.warn("Could not look for blocks of orphaned files: {}", Secrets.traceOf(e));
    }
  }

  private void sweep(Supplier<? extends Map<String, ?>> current) {
    // Before the server's files: a file that is opened in between is then not in this set.
    Set<String> unrequested = restored.files();
    if (unrequested.isEmpty()) {
      return;
    }
    Set<String> owned = ServerFiles.withReferredTo(current.get()).keySet();
    int files = restored.evict(file -> unrequested.contains(file) && !owned.contains(file));
    freed.addAndGet(files);
    if (files > 0) {
      LOG.info("Evicted the blocks of {} orphaned files, which no region has", files);
    }
  }

  /** Stops the timer and waits for a running sweep. */
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
