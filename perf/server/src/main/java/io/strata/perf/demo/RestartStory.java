package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;

/** Restarts both RegionServers gracefully. */
final class RestartStory implements Story {
  private static final int WARM_UPS = 6;

  private final DataTable table = DemoTables.HOT;
  private final int[] order = Pattern.shuffled(DemoTables.blocks(table), 2);

  @Override
  public String title() {
    return "Both RegionServers are restarted";
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      servers.each(server -> server.hits(table, order, true));
    }
    servers.restart();
    Tally first = new Tally();
    servers.each(
        server -> first.add(server.cache(), server.hits(table, order, true), order.length));
    return outcome(first);
  }

  static Outcome outcome(Tally first) {
    return new Outcome(
        "First reads of cached rows that hit after the restart",
        first.percent(DemoCache.BUCKET_CACHE),
        first.percent(DemoCache.STRATA),
        first.share(DemoCache.STRATA) > first.share(DemoCache.BUCKET_CACHE),
        "An off-heap BucketCache starts empty: HBase persists it only in files. Strata's memory"
            + " is a file on tmpfs that outlives the process (strata.offheap.path).");
  }
}
