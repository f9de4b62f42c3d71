package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.Secrets;
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
    compareEngines(running, asked, waiting);
    compare(
        "hbase.bucketcache.bucket.sizes",
        running.slotSizes().map(Arrays::toString),
        asked.slotSizes().map(Arrays::toString),
        waiting);
    compare("hbase.blockcache.minblocksize", running.blockBytes(), asked.blockBytes(), waiting);
    compare(
        "hbase.blockcache.stats.periods", running.statsPeriods(), asked.statsPeriods(), waiting);
    return waiting;
  }

  /** Other files of the same kind are opened while the cache runs, unless they are mapped. */
  private static void compareEngines(
      CacheSettings running, CacheSettings asked, List<String> waiting) {
    Engine.Kind kind = running.engine().kind();
    if (kind != asked.engine().kind() || kind == Engine.Kind.MAPPED) {
      compare("hbase.bucketcache.ioengine", running.engine(), asked.engine(), waiting);
    }
  }

  private static void compare(String key, Object running, Object asked, List<String> waiting) {
    if (!Objects.equals(running, asked)) {
      waiting.add(
          Secrets.masked(
              key + " is " + running + " until the next start, and " + asked + " from then on."));
    }
  }
}
