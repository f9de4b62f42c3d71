package io.strata.readpath;

import io.strata.flash.FlashStore;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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

  private final FlashStore store;
  private final Supplier<Set<String>> names;
  private final ScheduledExecutorService timer = Daemons.timer("strata-orphans");

  private final AtomicInteger freed = new AtomicInteger();

  private OrphanSweep(FlashStore store, Supplier<Set<String>> names) {
    this.store = store;
    this.names = names;
  }

  /**
   * Begins.
   *
   * @param names of the files that the server's regions have, as the paths of store files end
   */
  static OrphanSweep start(FlashStore store, long graceMillis, Supplier<Set<String>> names) {
    OrphanSweep sweep = new OrphanSweep(store, names);
    long period = Math.max(LEAST_MILLIS, graceMillis);
    var unused =
        sweep.timer.scheduleWithFixedDelay(sweep::sweep, period, period, TimeUnit.MILLISECONDS);
    return sweep;
  }

  /** Files whose blocks were freed so far. */
  int freedFiles() {
    return freed.get();
  }

  /** Looks once. A failure is told, and ends nothing. */
  void sweep() {
    try {
      // Asked for first: a file that comes to the server later is not in the other set.
      Set<String> unasked = store.restoredFiles();
      if (unasked.isEmpty()) {
        return;
      }
      Set<String> wanted = withReferredTo(names.get());
      int files = store.dropRestored(file -> unasked.contains(file) && !wanted.contains(file));
      freed.addAndGet(files);
      if (files > 0) {
        LOG.info("The tier on disks had blocks of {} files that no region has any more", files);
      }
    } catch (RuntimeException e) {
      LOG.warn("Blocks of files that are gone could not be looked for", e);
    }
  }

  /**
   * With the files that a name refers to. Half a file after a split is called {@code file.region},
   * a file of a snapshot or clone {@code table=region-file}; either may have been read under the
   * name of the file itself.
   */
  private static Set<String> withReferredTo(Set<String> names) {
    Set<String> all = new HashSet<>(names);
    for (String name : names) {
      String file = name.substring(name.lastIndexOf('-') + 1);
      all.add(file);
      int dot = file.indexOf('.');
      if (dot > 0) {
        all.add(file.substring(0, dot));
      }
    }
    return all;
  }

  /** Ends, and waits for a look that is under way. */
  void stop() {
    timer.shutdown();
    try {
      timer.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
