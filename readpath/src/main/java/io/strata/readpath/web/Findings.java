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

/** The findings of the page: what an operator should know, one sentence each, with the fix. */
final class Findings {
  /** Minimum change of the hit ratio that is reported. */
  private static final double MIN_HIT_RATIO_CHANGE = 0.02;

  /** Minimum number of reads before the expected hit ratio is reported. */
  private static final double MIN_READS = 10_000;

  /** Minimum internal fragmentation that is reported, as a share of the slots in use. */
  private static final double MIN_FRAGMENTATION = 0.1;

  /** Minimum share of index blocks found below the heap that is reported. */
  private static final double MIN_INDEX_BELOW = 0.1;

  private static final long MIN_PIN_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final WebSource source;
  private final OffHeapBlockCache cache;
  private final StoreStatistics now;
  private final List<String> found = new ArrayList<>();

  private final boolean seesSettings;

  /**
   * @param seesSettings whether to include sentences that quote settings
   */
  Findings(WebSource source, boolean seesSettings) {
    this.source = source;
    this.seesSettings = seesSettings;
    this.cache = source.offHeap();
    this.now = cache.statistics();
  }

  /** Returns the findings, the most urgent first; may be empty. */
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
    String detail = seesSettings ? change.detail() : "see the server's log";
    switch (change.state()) {
      case RUNNING ->
          say(
              "Applying a changed configuration: %s%s."
                  .formatted(detail, change.isNextWaiting() ? "; another one is queued" : ""));
      case FAILED ->
          say(
              "The last configuration change failed: %s Correct it and run update_config again."
                  .formatted(seesSettings ? detail : "see the server's log."));
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
                    "%s is out of use after errors; Strata retries it. Check the system's log for errors of this disk."
                        .formatted(Secrets.masked(path.toString()))));
    FlashStatistics figures = flash.store().statistics();
    if (figures.damaged() > 0) {
      say(
          "%,d blocks on flash were damaged and read from HBase's files instead. Check the disks for errors."
              .formatted(figures.damaged()));
    }
    if (figures.restoringDevices() > 0) {
      say(
          "%,d flash files are still being recovered. Until then, more blocks are read from HBase's files."
              .formatted(figures.restoringDevices()));
    }
  }

  private void pins() {
    PinStatistics pins = source.metrics().pins();
    if (pins.oldestNanos() > MIN_PIN_NANOS) {
      say(
          "A block has been pinned for %,d minutes: a scanner that a client left open, or a reader that never releases it, holds its slot."
              .formatted(TimeUnit.NANOSECONDS.toMinutes(pins.oldestNanos())));
    }
  }

  private void rejected() {
    if (now.rejected(Rejection.TOO_LARGE) > 0) {
      say(
          "%,d blocks were rejected because they are larger than half of the cache. Raise hbase.bucketcache.size, or lower the block size of their families."
              .formatted(now.rejected(Rejection.TOO_LARGE)));
    }
    if (now.rejected(Rejection.TOO_MANY_FILES) > 0) {
      say(
          "%,d blocks were rejected because the cache held blocks of its maximum number of files. Raise hbase.bucketcache.size, or compact to fewer files."
              .formatted(now.rejected(Rejection.TOO_MANY_FILES)));
    }
    if (now.rejected(Rejection.NO_ROOM) > 0) {
      say(
          "%,d blocks were rejected because readers pinned all blocks that could have been evicted. Raise hbase.bucketcache.size."
              .formatted(now.rejected(Rejection.NO_ROOM)));
    }
    if (now.rejected(Rejection.WRITE_FAILED) > 0) {
      say(
          "%,d blocks could not be copied into the cache. See the server's log for the cause."
              .formatted(now.rejected(Rejection.WRITE_FAILED)));
    }
  }

  private void indexBlocks() {
    double fromBelow = OverviewData.shareFromBelow(source, BlockKind.INDEX);
    if (fromBelow > MIN_INDEX_BELOW) {
      say(
          "%.0f %% of the hits on index blocks were below the heap. Raise hfile.block.cache.size."
              .formatted(100 * fromBelow));
    }
  }

  private void size() {
    CurveSnapshot curve = cache.expectedHits();
    long bytes = cache.getMaxSize();
    if (now.evictedForRoom() == 0) {
      say(
          "No block had to be evicted so far: all blocks take %,d of %,d MB."
              .formatted(now.bytes() >> 20, bytes >> 20));
      return;
    }
    if (curve.reads() < MIN_READS) {
      return;
    }
    double hits = curve.hitRatioAt(bytes);
    double more = curve.hitRatioAt(2 * bytes) - hits;
    double less = hits - curve.hitRatioAt(bytes / 2);
    if (more >= MIN_HIT_RATIO_CHANGE) {
      say(
          "Twice the memory would hit about %.0f %% more of all reads. hbase.bucketcache.size is %,d MB."
              .formatted(100 * more, bytes >> 20));
    } else if (less < MIN_HIT_RATIO_CHANGE) {
      say(
          "Half the memory would hit nearly as much. hbase.bucketcache.size, now %,d MB, can be lowered."
              .formatted(bytes >> 20));
    }
  }

  private void slack() {
    long used =
        cache.inspection().sizeClasses().stream().mapToLong(SizeClassStatistics::usedBytes).sum();
    double share = used == 0 ? 0 : 1 - (double) now.bytes() / used;
    if (share > MIN_FRAGMENTATION && source.settings().get().slotSizes().isPresent()) {
      say(
          "Internal fragmentation wastes %.0f %% of the slots in use. Remove hbase.bucketcache.bucket.sizes, so that slot sizes are learnt."
              .formatted(100 * share));
    }
  }
}
