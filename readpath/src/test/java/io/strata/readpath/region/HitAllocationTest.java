package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strata.readpath.blockcache.StrataBlockCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heap allocation of a get that hits is independent of the block's size: the same get of one
 * cell, from blocks of 8 KB, 64 KB and 512 KB.
 *
 * <p>A get allocates some kilobytes in HBase, always the same objects; the average over many gets
 * varies by a few hundred bytes with the progress of the JIT compiler. {@link #SLACK} is well above
 * that, and far below the 56 KB by which the two smaller sizes differ. Another test shows that the
 * measurement detects a block that is copied to the heap.
 */
class HitAllocationTest {
  /** The maximum difference between two block sizes, in bytes. */
  private static final long SLACK = 2 << 10;

  private static final int KB = 1 << 10;
  private static final int ROWS = 4_096;
  private static final int VALUE_BYTES = 1_000;
  private static final int WARM_UP = 10_000;
  private static final int ROUNDS = 4;
  private static final int GETS = 1_000;

  /** Visits the rows in an order in which adjacent ones are in different blocks. */
  private static final int STRIDE = 1_237;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path folder;

  @Test
  void isIndependentOfBlockSize() throws Exception {
    long small = bytesOfAGet(8 * KB, StrataBlockCache::new);
    long medium = bytesOfAGet(64 * KB, StrataBlockCache::new);
    long large = bytesOfAGet(512 * KB, StrataBlockCache::new);

    assertThat(small).as("bytes per get").isPositive();
    assertThat(medium - small).as("64 KB blocks against 8 KB").isBetween(-SLACK, SLACK);
    assertThat(large - small).as("512 KB blocks against 8 KB").isBetween(-SLACK, SLACK);
  }

  @Test
  void growsIfBlocksAreCopied() throws Exception {
    long small = bytesOfAGet(8 * KB, CopyingCache::new);
    long medium = bytesOfAGet(64 * KB, CopyingCache::new);

    assertThat(medium - small).isGreaterThan(50 * KB);
  }

  /** A cache that serves copies of its off-heap blocks. */
  private static final class CopyingCache extends StrataBlockCache {
    CopyingCache(Configuration conf) {
      super(conf);
    }

    @Override
    public @Nullable Cacheable getBlock(
        BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
      Cacheable block = super.getBlock(key, caching, repeat, updateCacheMetrics);
      if (block == null) {
        return null;
      }
      ByteBuffer copy = ByteBuffer.allocate(block.getSerializedLength());
      block.serialize(copy, true);
      block.release();
      try {
        return block.getDeserializer().deserialize(ByteBuff.wrap(copy), ByteBuffAllocator.HEAP);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private long bytesOfAGet(int blockBytes, Function<Configuration, StrataBlockCache> caches)
      throws Exception {
    byte[] name = Bytes.toBytes("f" + blockBytes);
    var family = ColumnFamilyDescriptorBuilder.newBuilder(name).setBlocksize(blockBytes).build();
    try (RegionHost host = new RegionHost(folder.resolve("blocks" + blockBytes), caches)) {
      HRegion region = host.open(family);
      for (int row = 0; row < ROWS; row++) {
        region.put(Rows.put(row, 1, VALUE_BYTES, name));
      }
      region.flush(true);
      // The leak detector's records would allocate more than the get.
      var level = ResourceLeakDetector.getLevel();
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
      try {
        return measure(host, region);
      } finally {
        ResourceLeakDetector.setLevel(level);
      }
    }
  }

  /** Returns the minimum of several averages: disturbances only increase them. */
  private static long measure(RegionHost host, HRegion region)
      throws IOException, InterruptedException {
    get(region, WARM_UP);
    host.proveQuiet();
    var stats = host.blockCache().getStats();
    long missed = stats.getMissCount();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      get(region, GETS);
      long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      least = Math.min(least, (after - before) / GETS);
    }
    assertThat(stats.getMissCount()).as("every get hits").isEqualTo(missed);
    return least;
  }

  private static void get(HRegion region, int times) throws IOException {
    List<Cell> cells = new ArrayList<>(1);
    for (int i = 0; i < times; i++) {
      byte[] key = Rows.key((int) ((long) i * STRIDE % ROWS));
      try (RegionScanner scanner = region.getScanner(new Scan(new Get(key)))) {
        cells.clear();
        scanner.next(cells);
      }
      if (cells.size() != 1) {
        throw new AssertionError("A get found " + cells.size() + " cells.");
      }
    }
  }
}
