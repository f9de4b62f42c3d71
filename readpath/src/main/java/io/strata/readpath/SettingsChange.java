package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.FlashSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** What a changed configuration asks for that this process cannot do while it runs. */
final class SettingsChange {
  private SettingsChange() {}

  /** A sentence for each setting that is now another and stays as it was until a restart. */
  static List<String> waitingForRestart(CacheSettings running, CacheSettings asked) {
    List<String> waiting = new ArrayList<>();
    if (running.engine().kind() == Engine.Kind.MAPPED) {
      compare(
          "hbase.bucketcache.size (bytes)", running.offHeapBytes(), asked.offHeapBytes(), waiting);
    }
    compare("hbase.bucketcache.ioengine", running.engine(), asked.engine(), waiting);
    compare(
        "hbase.bucketcache.bucket.sizes",
        running.slotSizes().map(Arrays::toString),
        asked.slotSizes().map(Arrays::toString),
        waiting);
    compare(
        "hbase.bucketcache.writer.threads",
        running.writerThreads(),
        asked.writerThreads(),
        waiting);
    compare(
        "hbase.bucketcache.writer.queuelength",
        running.writerQueueLength(),
        asked.writerQueueLength(),
        waiting);
    compare("strata.offheap.policy", running.policy().title(), asked.policy().title(), waiting);
    boolean inFiles = running.engine().kind() == Engine.Kind.FILES;
    compare(
        inFiles ? "hbase.bucketcache.size with strata.flash.*" : "strata.flash.*",
        running.flash().map(FlashSettings::summary).orElse("not set"),
        asked.flash().map(FlashSettings::summary).orElse("not set"),
        waiting);
    compare(
        "hbase.blockcache.stats.period.minutes",
        running.statsPeriodMinutes(),
        asked.statsPeriodMinutes(),
        waiting);
    compare(
        "hbase.blockcache.stats.periods", running.statsPeriods(), asked.statsPeriods(), waiting);
    return waiting;
  }

  private static void compare(String key, Object running, Object asked, List<String> waiting) {
    if (!Objects.equals(running, asked)) {
      waiting.add(
          key + " is " + running + " until the next start, and " + asked + " from then on.");
    }
  }
}
