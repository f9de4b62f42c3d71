package io.strata.readpath.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashStatistics;
import io.strata.flash.FlashStore;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l3.FlashTier;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * A cache of minimum size with a flash tier of one file, which checks at {@link #close} that
 * nothing leaked in either tier.
 */
public final class FlashCache implements AutoCloseable {
  public static final int BLOCK_BYTES = 64 << 10;

  /** More blocks than fit into memory, and fewer than fit into the file. */
  public static final int BLOCKS = 1_000;

  private static final int MEGABYTES = 32;

  private final StrataCache cache;

  public FlashCache(Configuration conf) {
    this.cache = new StrataCache(conf);
  }

  /** Returns a configuration with one file in this folder, without a write-rate limit. */
  public static Configuration conf(Path folder) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", Integer.toString(MEGABYTES));
    conf.set("strata.flash.path", folder.resolve("flash").toString());
    conf.set("strata.flash.size", "256m");
    conf.set("strata.flash.region.size", "4m");
    conf.set("strata.flash.write.rate", "0");
    // No drain: only blocks that were evicted at run time are on the disk.
    conf.set("strata.flash.drain", "0");
    // Evicts every block that is not read.
    conf.set("strata.offheap.policy", "lru");
    return conf;
  }

  public StrataCache cache() {
    return cache;
  }

  public FlashTier tier() {
    return Objects.requireNonNull(cache.offHeap().flash());
  }

  public FlashStore flash() {
    return tier().store();
  }

  public FlashStatistics statistics() {
    return flash().statistics();
  }

  public static BlockCacheKey key(String file, long offset) {
    return Blocks.key(file, offset, BlockType.DATA);
  }

  /** Inserts a block as after a miss, and waits until it is stored. */
  public void put(String file, long offset) {
    put(file, offset, BLOCK_BYTES);
  }

  public void put(String file, long offset, int bytes) {
    HFileBlock block =
        Blocks.block(file, BlockType.DATA, offset, bytes, -1, ByteBuffAllocator.HEAP);
    cache.cacheBlock(key(file, offset), block);
    awaitQuiet();
  }

  /** Inserts more blocks than fit into memory. */
  public void fill(String file) {
    for (int i = 0; i < BLOCKS; i++) {
      put(file, i);
    }
  }

  /** Returns a verified block, which must be released; null if it is absent. */
  public @Nullable HFileBlock get(String file, long offset, boolean caching) {
    HFileBlock block = (HFileBlock) cache.getBlock(key(file, offset), caching, false, true);
    if (block != null) {
      Blocks.prove(key(file, offset), block);
    }
    return block;
  }

  /** Returns whether a block is cached; verifies and releases it. */
  public boolean read(String file, long offset) {
    return read(file, offset, true);
  }

  public boolean read(String file, long offset, boolean caching) {
    HFileBlock block = get(file, offset, caching);
    if (block != null) {
      block.release();
    }
    return block != null;
  }

  public boolean isInMemory(String file, long offset) {
    return cache.offHeap().isInMemory(key(file, offset));
  }

  /** Returns the first block of a file that is on flash and not in memory. */
  public long firstOnFlash(String file) {
    for (long i = 0; i < BLOCKS; i++) {
      if (!isInMemory(file, i) && flash().contains(file, i)) {
        return i;
      }
    }
    throw new AssertionError("no block of " + file + " is on the disk alone");
  }

  /** Changes the configuration, and waits until it is applied or rejected. */
  public void reconfigure(Configuration conf) {
    try {
      cache.onConfigurationChange(conf);
      cache.awaitConfiguration();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public void awaitQuiet() {
    try {
      cache.offHeap().awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the recovery is complete and inserts are accepted. */
  public FlashCache awaitRestored() throws InterruptedException {
    flash().awaitRestored();
    // A device opens its first region after that.
    flash().awaitQuiet();
    return this;
  }

  @Override
  public void close() {
    awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    FlashTier tier = cache.offHeap().flash();
    assertThat(tier == null ? 0 : tier.store().blocksInUse()).isZero();
    cache.shutdown();
  }
}
