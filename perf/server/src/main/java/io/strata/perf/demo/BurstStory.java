package io.strata.perf.demo;

import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes rows to a family with CACHE_DATA_ON_WRITE, so that the flush caches their blocks. */
final class BurstStory implements Story {
  private static final String TABLE = "burst";
  private static final byte[] FAMILY = {'f'};
  private static final int BLOCK_BYTES = 8 << 10;

  /** As large as a block: each row is one block. */
  private static final int VALUE_BYTES = BLOCK_BYTES;

  private static final int BLOCKS = 8_000;
  private static final int STEPS = 8;

  @Override
  public String title() {
    return "A burst of writes is cached as it is flushed";
  }

  @Override
  public Outcome run(DemoServers servers) throws IOException, InterruptedException {
    servers.create(
        TABLE,
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
            .setBlocksize(BLOCK_BYTES)
            .setCacheDataOnWrite(true)
            .build());
    for (int i = 0; i < STEPS; i++) {
      int step = i;
      servers.each(server -> write(server, BLOCKS * step / STEPS, BLOCKS * (step + 1) / STEPS));
    }
    Tally dropped = new Tally();
    servers.each(server -> dropped.add(server.cache(), flush(server), BLOCKS));
    return outcome(dropped);
  }

  private static void write(DemoServer server, int from, int to) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    try (BufferedMutator writer = server.connection().getBufferedMutator(server.own(TABLE))) {
      for (int row = from; row < to; row++) {
        new SplittableRandom(row).nextBytes(value);
        writer.mutate(
            new Put(Bytes.toBytes("%08d".formatted(row)))
                .addColumn(FAMILY, FAMILY, value.clone())
                .setDurability(Durability.SKIP_WAL));
      }
    }
  }

  /** Flushes the table and returns the number of blocks that the cache dropped. */
  private static long flush(DemoServer server) throws IOException, InterruptedException {
    long before = server.dropped();
    try (Admin admin = server.connection().getAdmin()) {
      admin.flush(server.own(TABLE));
    }
    return server.dropped() - before;
  }

  static Outcome outcome(Tally dropped) {
    return new Outcome(
        "Flushed blocks that the cache dropped",
        of(dropped, DemoCache.BUCKET_CACHE),
        of(dropped, DemoCache.STRATA),
        dropped.some(DemoCache.STRATA) < dropped.some(DemoCache.BUCKET_CACHE),
        "BucketCache drops a block when its write queue is full. In Strata the inserting thread"
            + " then copies the block itself.");
  }

  private static String of(Tally dropped, DemoCache cache) {
    return String.format(Locale.ROOT, "%,d of %,d", dropped.some(cache), dropped.all(cache));
  }
}
