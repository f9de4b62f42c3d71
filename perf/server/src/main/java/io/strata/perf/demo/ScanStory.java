package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.Arrays;

/** Hot rows are read while a table of several times the cache is scanned, and afterwards. */
final class ScanStory implements Story {
  /** How often each hot block is read before. */
  private static final int WARM_UPS = 8;

  private static final int STEPS = 48;

  /** How often each hot block is read during the scan: the scan fills the cache in between. */
  private static final double READS = 1.5;

  private final DataTable hot = DemoTables.HOT;
  private final DataTable cold = DemoTables.COLD;
  private final int[] order = Pattern.shuffled(DemoTables.blocks(hot), 1);

  @Override
  public String title() {
    return "A table of three times the cache is scanned while hot rows are read";
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

  /** The blocks that a step reads: each step goes on where the one before has ended. */
  private int[] hotBlocks(int step) {
    int each = (int) (order.length * READS / STEPS);
    int[] blocks = new int[each];
    Arrays.setAll(blocks, i -> order[(step * each + i) % order.length]);
    return blocks;
  }

  static Outcome outcome(Tally during, Tally after) {
    return new Outcome(
        "Hot reads that hit during the scan and after it",
        during.percent(Cache.BUCKET_CACHE) + " and " + after.percent(Cache.BUCKET_CACHE),
        during.percent(Cache.STRATA) + " and " + after.percent(Cache.STRATA),
        after.share(Cache.STRATA) > after.share(Cache.BUCKET_CACHE),
        "Strata ranks a block by how far apart its reads are, so that blocks that are read once do"
            + " not evict blocks that are read often.");
  }
}
