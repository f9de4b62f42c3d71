package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * HBASE-26281: concurrent evictions of a block released one reference each, including that of a
 * request that was still sending the block's cells.
 */
@Tag("regression")
class Hbase26281RegressionTest extends RegionRegression {
  private static final int HELD_ROWS = 200;
  private static final int ROUNDS = 300;

  @Test
  void blockIsNotFreedBeforeRequestEnds() throws Exception {
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
        OtherFiles.fill(cache, "stranger" + round, BLOCK_BYTES / 2, 2 * BLOCK_BYTES);
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
}
