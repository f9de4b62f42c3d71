package io.strata.readpath.l1;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.Blocks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers hold and release blocks while others cache them from a pool, evict and resize. */
@Tag("stress")
class OnHeapBlockCacheStressTest {

  private static final int SIZE = 6000;

  private final ByteBuffAllocator pool = Blocks.pool();
  private final OnHeapBlockCache cache = new OnHeapBlockCache(100 * SIZE, 1);

  @Test
  void heldBlockKeepsItsContents() throws Exception {
    var threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        work.add(this::readCacheAndEvict);
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(cache.getStats().getEvictedCount()).isPositive();
    assertThat(cache.getCurrentDataSize()).isEqualTo(cache.getCurrentSize());
    cache.shutdown();
    assertThat(cache.getCurrentSize()).isZero();
    assertThat(pool.getFreeBufferCount()).isEqualTo(pool.getUsedBufferCount()).isPositive();
  }

  private Void readCacheAndEvict() {
    var random = ThreadLocalRandom.current();
    for (int i = 0; i < 5000; i++) {
      int offset = random.nextInt(300);
      var key = Blocks.key("f" + offset % 7, offset, BlockType.DATA);
      var found = (HFileBlock) cache.getBlock(key, true, false, true);
      if (found == null) {
        var read = Blocks.pooled(key.getHfileName(), BlockType.DATA, offset, SIZE, pool);
        cache.cacheBlock(key, read, offset % 10 == 0);
        read.release();
      } else {
        if (i % 10 == 0) {
          cache.evictBlock(key);
        }
        Blocks.prove(key, found);
        found.release();
      }
      if (i % 100 == 0) {
        cache.evictBlocksByHfileName(key.getHfileName());
      } else if (i % 100 == 50) {
        cache.setMaxSize((50 + random.nextInt(100)) * (long) SIZE);
      }
    }
    return null;
  }
}
