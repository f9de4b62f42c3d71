package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Moves all reads to another table, whose blocks have another size. */
final class MovingStory implements Story {
  private static final int MAX_ROUNDS = 6;
  private static final double REACHED = 0.95;

  private final DataTable table = DemoTables.SMALLER_BLOCKS;

  @Override
  public String title() {
    return "All reads move to a table of 80 % of the cache's size, with blocks of 25 KB";
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    Map<DemoCache, Rounds> rounds = new EnumMap<>(DemoCache.class);
    for (int round = 1; round <= MAX_ROUNDS; round++) {
      int number = round;
      int[] blocks = Pattern.shuffled(DemoTables.blocks(table), round);
      servers.each(
          server -> {
            if (!of(rounds, server.cache()).reached()) {
              double hits = (double) server.hits(table, blocks, true) / blocks.length;
              rounds.put(server.cache(), new Rounds(number, hits));
            }
          });
    }
    return outcome(of(rounds, DemoCache.BUCKET_CACHE), of(rounds, DemoCache.STRATA));
  }

  private static Rounds of(Map<DemoCache, Rounds> rounds, DemoCache cache) {
    return rounds.getOrDefault(cache, new Rounds(0, 0));
  }

  /**
   * The rounds of one cache.
   *
   * @param number the last round, from 1; each round reads every block once
   * @param hits hit ratio of the last round, 0 to 1
   */
  record Rounds(int number, double hits) {
    boolean reached() {
      return hits >= REACHED;
    }

    @Override
    public String toString() {
      return reached()
          ? Integer.toString(number)
          : "more than " + number + " (" + Tally.percent(hits) + " in the last)";
    }
  }

  static Outcome outcome(Rounds bucketCache, Rounds strata) {
    return new Outcome(
        "Passes over the table until 95 % of the reads hit",
        bucketCache.toString(),
        strata.toString(),
        strata.reached() && (!bucketCache.reached() || strata.number() < bucketCache.number()),
        "BucketCache reuses memory for another block size only when a whole bucket is free, and"
            + " stores 25 KB in 33 KB. Strata evicts the least useful blocks, whatever their"
            + " size, and reformats their buckets for the new sizes.");
  }
}
