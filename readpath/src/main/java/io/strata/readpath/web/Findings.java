package io.strata.readpath.web;

import io.strata.flash.FlashStatistics;
import io.strata.l2.PinStatistics;
import io.strata.l2.SizeClassStatistics;
import io.strata.l2.StoreStatistics;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.write.Rejection;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What an operator should know of a cache, in sentences: what is seen, and what to do. */
final class Findings {
  /** A change of the hit ratio that is worth a sentence. */
  private static final double WORTH_IT = 0.02;

  /** Below so many reads nothing is concluded from what was hit. */
  private static final double ENOUGH_READS = 10_000;

  private static final double MUCH_SLACK = 0.1;
  private static final double OFTEN = 0.1;
  private static final long LONG_PINNED = TimeUnit.MINUTES.toNanos(5);

  private final WebSource source;
  private final OffHeapBlockCache cache;
  private final StoreStatistics now;
  private final List<String> found = new ArrayList<>();

  private final boolean seesSettings;

  /**
   * @param seesSettings whether sentences that quote settings are among them
   */
  Findings(WebSource source, boolean seesSettings) {
    this.source = source;
    this.seesSettings = seesSettings;
    this.cache = source.offHeap();
    this.now = cache.statistics();
  }

  /** All, the most urgent first; empty when there is nothing to say. */
  List<String> sentences() {
    change();
    disks();
    pins();
    rejected();
    indexBlocks();
    size();
    slack();
    if (seesSettings) {
      found.addAll(source.settings().get().notes());
      found.addAll(source.waiting().get());
    }
    found.replaceAll(Secrets::masked);
    return found;
  }

  private void say(String sentence) {
    found.add(sentence);
  }

  private void change() {
    ChangeStatus change = source.change().get();
    String detail = seesSettings ? change.detail() : "the server's log says which part";
    switch (change.state()) {
      case RUNNING ->
          say(
              "A changed configuration is being applied: %s%s."
                  .formatted(detail, change.isNextWaiting() ? "; another one waits" : ""));
      case FAILED ->
          say(
              "The last change of the configuration failed: %s Correct it, and run update_config again."
                  .formatted(seesSettings ? detail : "the server's log says why."));
      case NONE, DONE -> {}
    }
  }

  private void disks() {
    FlashTier flash = cache.flash();
    if (flash == null) {
      return;
    }
    flash
        .store()
        .failedDevices()
        .forEach(
            path ->
                say(
                    "%s cannot be used and is given up until it works again: look into the system's log for errors of that disk."
                        .formatted(Secrets.masked(path.toString()))));
    FlashStatistics figures = flash.store().statistics();
    if (figures.damaged() > 0) {
      say(
          "%,d blocks on disks were damaged and were read from HBase's files instead: look for errors of the disks."
              .formatted(figures.damaged()));
    }
    if (figures.restoringDevices() > 0) {
      say(
          "What lay on %,d disks before the start is still being looked for: until then more is read from HBase's files."
              .formatted(figures.restoringDevices()));
    }
  }

  private void pins() {
    PinStatistics pins = source.metrics().pins();
    if (pins.oldestNanos() > LONG_PINNED) {
      say(
          "A block has been pinned for %,d minutes: a scanner that a client left open, or a reader that does not let go, keeps its slot."
              .formatted(TimeUnit.NANOSECONDS.toMinutes(pins.oldestNanos())));
    }
  }

  private void rejected() {
    if (now.rejected(Rejection.TOO_LARGE) > 0) {
      say(
          "%,d blocks were larger than half of the cache and are never cached: raise hbase.bucketcache.size, or lower the block size of their families."
              .formatted(now.rejected(Rejection.TOO_LARGE)));
    }
    if (now.rejected(Rejection.TOO_MANY_FILES) > 0) {
      say(
          "%,d blocks were of new files while as many files had blocks as the cache takes: raise hbase.bucketcache.size, or compact to fewer files."
              .formatted(now.rejected(Rejection.TOO_MANY_FILES)));
    }
    if (now.rejected(Rejection.NO_ROOM) > 0) {
      say(
          "%,d blocks found no room because readers had all that could have made some: raise hbase.bucketcache.size."
              .formatted(now.rejected(Rejection.NO_ROOM)));
    }
    if (now.rejected(Rejection.WRITE_FAILED) > 0) {
      say(
          "%,d blocks could not be copied into the cache: the server's log says why."
              .formatted(now.rejected(Rejection.WRITE_FAILED)));
    }
  }

  private void indexBlocks() {
    double fromBelow = OverviewData.shareFromBelow(source, BlockKind.INDEX);
    if (fromBelow > OFTEN) {
      say(
          "%.0f %% of the index blocks that were read had left the heap and lay below it: raise hfile.block.cache.size."
              .formatted(100 * fromBelow));
    }
  }

  private void size() {
    CurveSnapshot curve = cache.expectedHits();
    long bytes = cache.getMaxSize();
    if (now.evictedForRoom() == 0) {
      say(
          "Nothing had to make room so far: all that was read is in %,d of %,d MB."
              .formatted(now.bytes() >> 20, bytes >> 20));
      return;
    }
    if (curve.reads() < ENOUGH_READS) {
      return;
    }
    double hits = curve.hitRatioAt(bytes);
    double more = curve.hitRatioAt(2 * bytes) - hits;
    double less = hits - curve.hitRatioAt(bytes / 2);
    if (more >= WORTH_IT) {
      say(
          "Twice the memory would hit about %.0f %% of all reads more: hbase.bucketcache.size is %,d MB."
              .formatted(100 * more, bytes >> 20));
    } else if (less < WORTH_IT) {
      say(
          "Half the memory would hit nearly as much: hbase.bucketcache.size, now %,d MB, may be lowered."
              .formatted(bytes >> 20));
    }
  }

  private void slack() {
    long used =
        cache.inspection().sizeClasses().stream().mapToLong(SizeClassStatistics::usedBytes).sum();
    double share = used == 0 ? 0 : 1 - (double) now.bytes() / used;
    if (share > MUCH_SLACK && source.settings().get().slotSizes().isPresent()) {
      say(
          "%.0f %% of the slots' bytes are not needed by their blocks: remove hbase.bucketcache.bucket.sizes, and sizes are learnt."
              .formatted(100 * share));
    }
  }
}
