package io.strata.perf.demo;

import io.strata.perf.common.Pattern;
import io.strata.perf.load.DataTable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** All reads go to another table, whose blocks have another size. */
final class MovingStory implements Story {
  private static final int MAX_ROUNDS = 6;
  private static final double REACHED = 0.95;

  private final DataTable table = DemoTables.SMALLER_BLOCKS;

  @Override
  public String title() {
    return "The load moves to a table of eight tenths of the cache, with blocks of 25 KB";
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    Map<Cache, Rounds> rounds = new EnumMap<>(Cache.class);
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
    return outcome(of(rounds, Cache.BUCKET_CACHE), of(rounds, Cache.STRATA));
  }

  private static Rounds of(Map<Cache, Rounds> rounds, Cache cache) {
    return rounds.getOrDefault(cache, new Rounds(0, 0));
  }

  /**
   * What one cache took.
   *
   * @param number of the last round, from 1; each reads every block once
   * @param hits share of its reads that were hit
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
        "Reads of the whole table until 95 % of them hit",
        bucketCache.toString(),
        strata.toString(),
        strata.reached() && (!bucketCache.reached() || strata.number() < bucketCache.number()),
        "BucketCache gives memory to another size of blocks only when a whole bucket is free, and puts"
            + " 25 KB into 33 KB; Strata evicts the blocks that rank lowest, whatever their size, and"
            + " gives their buckets to the sizes that arrive.");
  }
}
