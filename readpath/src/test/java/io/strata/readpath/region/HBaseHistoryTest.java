package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What went wrong with HBase's own caches, brought about again with this one: regions that are read
 * while blocks are freed. Each test bears the number that its story has in HBase's issue tracker.
 */
class HBaseHistoryTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 2_000;
  private static final int VALUE_BYTES = 500;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final int HELD_ROWS = 200;
  private static final int ROUNDS = 300;

  @TempDir Path folder;
  private RegionHost host;
  private HRegion region;

  @BeforeEach
  void makeHost() throws Exception {
    host = new RegionHost(folder);
  }

  @AfterEach
  void proveThatNothingLeaked() throws Exception {
    host.close();
  }

  /**
   * HBASE-26281: a block was evicted in several ways at once, each of which took a reference away,
   * so the last one was that of a request that was still sending the block's cells.
   */
  @Test
  void hbase26281_aBlockIsNotFreedBeforeTheRequestIsDone() throws Exception {
    write(family -> {});
    OffHeapBlockCache cache = host.cache().offHeap();
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      while (cells.size() < HELD_ROWS && scanner.next(cells)) {}
      String file = region.getStore(FAMILY).getStorefiles().iterator().next().getPath().getName();
      BlockCacheKey first = new BlockCacheKey(file, 0, true, BlockType.DATA);
      Cacheable again = cache.getBlock(first, true, false, false);
      inParallel(
          () -> cache.evictBlock(first),
          () -> cache.evictBlocksByHfileName(file),
          () -> cache.evictBlocksRangeByHfileName(file, 0, BLOCK_BYTES),
          () -> {
            cache.cacheBlock(first, again);
            return null;
          });
      again.release();
      for (int round = 0; round < 3; round++) {
        Strangers.fill(cache, "stranger" + round, BLOCK_BYTES / 2, 2 * BLOCK_BYTES);
      }
      for (int row = 0; row < HELD_ROWS; row++) {
        assertThat(Rows.check(cells.get(row), VALUE_BYTES)).isEqualTo(1);
        assertThat(Rows.number(cells.get(row))).isEqualTo(row);
      }
    }
  }

  private static void inParallel(Callable<?>... actions) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(actions.length);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (Callable<?> action : actions) {
        all.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    action.call();
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  /**
   * HBASE-27170: of a compressed block the packed and the unpacked form may lie in memory of
   * different kinds, one pooled and one not, as the pool gives nothing below a least size. What had
   * been unpacked into the pool was then treated as the packed form was, and never came back.
   */
  @ParameterizedTest
  @ValueSource(ints = {4 << 10, 12 << 10, 16 << 10, 64 << 10})
  void hbase27170_whatIsUnpackedGoesBackToThePool(int blockBytes) throws Exception {
    write(
        family ->
            family
                .setBlocksize(blockBytes)
                .setCompressionType(Compression.Algorithm.GZ)
                .setConfiguration("hbase.block.data.cachecompressed", "true"));
    for (int pass = 0; pass < 3; pass++) {
      scan();
    }
    assertThat(packedBlocks()).as("blocks that are cached as they are on disk").isPositive();
  }

  private int packedBlocks() {
    int packed = 0;
    for (CachedBlock listed : host.cache().offHeap()) {
      HFileBlock block =
          (HFileBlock)
              host.cache()
                  .getBlock(
                      new BlockCacheKey(listed.getFilename(), listed.getOffset()),
                      true,
                      false,
                      false);
      packed += block.isUnpacked() ? 0 : 1;
      block.release();
    }
    return packed;
  }

  private void write(Consumer<ColumnFamilyDescriptorBuilder> settings) throws Exception {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(BLOCK_BYTES);
    settings.accept(family);
    ColumnFamilyDescriptor described = family.build();
    region = host.open(described);
    for (int row = 0; row < ROWS; row++) {
      region.put(Rows.put(row, 1, VALUE_BYTES, FAMILY));
    }
    region.flush(true);
    scan();
    host.proveQuiet();
  }

  private void scan() throws Exception {
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      while (scanner.next(cells)) {}
      assertThat(cells).hasSize(ROWS).allSatisfy(cell -> Rows.check(cell, VALUE_BYTES));
    }
  }
}
