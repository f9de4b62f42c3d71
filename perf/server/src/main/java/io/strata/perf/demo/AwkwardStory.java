package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.Locale;

/** Fills the cache with blocks slightly larger than 64 KB. */
final class AwkwardStory implements Story {
  private static final int ROUNDS = 3;

  private final DataTable table = DemoTables.AWKWARD;

  @Override
  public String title() {
    return "Both caches are cleared and filled with blocks of %d KB"
        .formatted((table.rowsPerBlock() * table.bytes(0, 1)) >> 10);
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    servers.each(DemoServer::clear);
    for (int round = 0; round < ROUNDS; round++) {
      int[] blocks = Pattern.shuffled(DemoTables.blocks(table), round);
      servers.each(server -> server.hits(table, blocks, true));
    }
    // Reads that do not insert show what the cache holds.
    Tally held = new Tally();
    int[] blocks = Pattern.shuffled(DemoTables.blocks(table), ROUNDS);
    servers.each(
        server -> {
          double share = (double) server.hits(table, blocks, false) / blocks.length;
          held.add(
              server.cache(), (long) (share * DemoTables.bytes(table)), DemoTables.CACHE_BYTES);
        });
    return outcome(held);
  }

  static Outcome outcome(Tally held) {
    return new Outcome(
        String.format(
            Locale.ROOT, "Used share of the cache of %d MB", DemoTables.CACHE_BYTES >> 20),
        held.percent(DemoCache.BUCKET_CACHE),
        held.percent(DemoCache.STRATA),
        held.share(DemoCache.STRATA) > held.share(DemoCache.BUCKET_CACHE),
        "BucketCache stores a block in the next of fourteen fixed slot sizes, here 97 KB, and keeps"
            + " some memory free. Strata chooses its slot sizes by the blocks that it receives.");
  }
}
