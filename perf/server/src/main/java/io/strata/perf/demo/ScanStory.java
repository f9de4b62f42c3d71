package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.Arrays;

/** Reads hot rows during a scan of a table three times as large as the cache, and after it. */
final class ScanStory implements Story {
  /** Reads of each hot block before the scan. */
  private static final int WARM_UPS = 8;

  private static final int STEPS = 48;

  /** Reads of each hot block during the scan, which fills the cache in between. */
  private static final double READS = 1.5;

  private final DataTable hot = DemoTables.HOT;
  private final DataTable cold = DemoTables.COLD;
  private final int[] order = Pattern.shuffled(DemoTables.blocks(hot), 1);

  @Override
  public String title() {
    return "Hot rows are read while a table of three times the cache's size is scanned";
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      servers.each(server -> server.hits(hot, order, true));
    }
    Tally during = new Tally();
    for (int i = 0; i < STEPS; i++) {
      int step = i;
      servers.each(
          server -> {
            server.scan(cold, cold.rows() * step / STEPS, cold.rows() * (step + 1) / STEPS);
            int[] blocks = hotBlocks(step);
            during.add(server.cache(), server.hits(hot, blocks, true), blocks.length);
          });
    }
    Tally after = new Tally();
    servers.each(server -> after.add(server.cache(), server.hits(hot, order, true), order.length));
    return outcome(during, after);
  }

  /** Returns the blocks that a step reads; each step continues where the last one ended. */
  private int[] hotBlocks(int step) {
    int each = (int) (order.length * READS / STEPS);
    int[] blocks = new int[each];
    Arrays.setAll(blocks, i -> order[(step * each + i) % order.length]);
    return blocks;
  }

  static Outcome outcome(Tally during, Tally after) {
    return new Outcome(
        "Hot reads that hit during the scan and after it",
        during.percent(DemoCache.BUCKET_CACHE) + " and " + after.percent(DemoCache.BUCKET_CACHE),
        during.percent(DemoCache.STRATA) + " and " + after.percent(DemoCache.STRATA),
        after.share(DemoCache.STRATA) > after.share(DemoCache.BUCKET_CACHE),
        "Strata ranks a block by the distance between its reads, so that blocks read once do not"
            + " evict blocks that are read often.");
  }
}
