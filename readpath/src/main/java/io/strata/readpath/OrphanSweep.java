package io.strata.readpath;

import io.strata.flash.FlashStore;
import io.strata.readpath.account.ServerFiles;
import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.l3.FlashTier;
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
 * Frees what a restart found on disks of files that are gone: compacted away, or their regions
 * moved, while the server was down, so that nobody told it. What nobody has asked for during a
 * grace period, and no region of the server has, is such an orphan; that is looked at whenever a
 * period is over. Thread-safe.
 */
final class OrphanSweep {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);
  private static final long LEAST_MILLIS = 1_000;

  private final Supplier<@Nullable FlashTier> flash;
  private final AtomicInteger freed = new AtomicInteger();
  private Optional<FlashSettings> settings;
  private @Nullable Supplier<? extends Map<String, ?>> names;
  private @Nullable ScheduledExecutorService timer;

  /**
   * Does nothing yet.
   *
   * @param flash the tier on disks, asked for at each look; null for none
   */
  OrphanSweep(Supplier<@Nullable FlashTier> flash, Optional<FlashSettings> settings) {
    this.flash = flash;
    this.settings = settings;
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

  /** Goes by other settings from now on: the grace period begins anew. */
  synchronized void apply(Optional<FlashSettings> next) {
    settings = next;
    if (names != null) {
      restart();
    }
  }

  private void restart() {
    stop();
    settings
        .filter(FlashSettings::isWarm)
        .ifPresent(
            warm -> {
              long period = Math.max(LEAST_MILLIS, warm.orphanGraceMillis());
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
      FlashTier tier = flash.get();
      Supplier<? extends Map<String, ?>> there = names;
      if (tier != null && there != null) {
        sweep(tier.store(), there);
      }
    } catch (RuntimeException e) {
      LOG.warn("Blocks of files that are gone could not be looked for: {}", Secrets.traceOf(e));
    }
  }

  private void sweep(FlashStore store, Supplier<? extends Map<String, ?>> there) {
    // Asked for first: a file that comes to the server later is not in the other set.
    Set<String> unasked = store.restoredFiles();
    if (unasked.isEmpty()) {
      return;
    }
    Set<String> wanted = ServerFiles.withReferredTo(there.get()).keySet();
    int files = store.dropRestored(file -> unasked.contains(file) && !wanted.contains(file));
    freed.addAndGet(files);
    if (files > 0) {
      LOG.info("The tier on disks had blocks of {} files that no region has any more", files);
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
