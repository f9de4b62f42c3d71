package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.testing.Blocks;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Repeated inserts: HBase inserts a block whose key is cached in memory. */
class InsertedAgainTest {
  private static final int BYTES = 10_000;

  /** The context of blocks that HBase reads, before 2.6 and in the alphas of 3.0. */
  private static final HFileContext AS_READ =
      new HFileContextBuilder()
          .withHBaseCheckSum(true)
          .withChecksumType(ChecksumType.CRC32C)
          .withBytesPerCheckSum(16 << 10)
          .build();

  /** The context of blocks that HBase caches on write, and of all since 2.6. */
  private static final HFileContext WITHOUT_CHECKSUMS =
      new HFileContextBuilder()
          .withHBaseCheckSum(true)
          .withChecksumType(ChecksumType.NULL)
          .withBytesPerCheckSum(0)
          .build();

  private final StrataCache cache = new StrataCache(conf());
  private final ByteBuffAllocator pool = Blocks.pool();

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    assertThat(cache.offHeap().statistics().blocksInFlight()).isZero();
    cache.shutdown();
    assertThat(pool.getFreeBufferCount())
        .as("buffers returned to the pool")
        .isEqualTo(pool.getUsedBufferCount())
        .isPositive();
  }

  /** Inserts like HBase's reader, which does not release the block if the cache throws. */
  private void insert(BlockCacheKey key, String contents, int nextSize, HFileContext context)
      throws InterruptedException {
    HFileBlock block =
        Blocks.block(contents, key.getBlockType(), key.getOffset(), BYTES, nextSize, pool, context);
    cache.cacheBlock(key, block, false, true);
    block.release();
    cache.offHeap().awaitQuiet();
  }

  private HFileBlock get(BlockCacheKey key) {
    return (HFileBlock) Objects.requireNonNull(cache.getBlock(key, true, false, true));
  }

  @ParameterizedTest
  @EnumSource(names = {"DATA", "ENCODED_DATA", "LEAF_INDEX", "BLOOM_CHUNK"})
  void ignoresChecksumFieldsOfHeader(BlockType type) throws Exception {
    BlockCacheKey key = Blocks.key("f", 7, type);
    insert(key, "f", -1, WITHOUT_CHECKSUMS);
    HFileBlock cached = get(key);
    insert(key, "f", -1, AS_READ);
    HFileBlock kept = get(key);
    Blocks.prove(key, kept);
    assertThat(kept).isEqualTo(cached);
    kept.release();
    cached.release();
    insert(key, "f", 55, AS_READ);
    HFileBlock successorKnown = get(key);
    Blocks.prove(key, successorKnown);
    assertThat(successorKnown.getNextBlockOnDiskSize()).isEqualTo(55);
    successorKnown.release();
    assertThat(blocks()).isEqualTo(1);
  }

  /** HBase has verified the checksum of the block that it inserts. */
  @ParameterizedTest
  @EnumSource(names = {"DATA", "LEAF_INDEX"})
  void replacesBlockOfOtherContents(BlockType type) throws Exception {
    BlockCacheKey key = Blocks.key("f", 7, type);
    insert(key, "damaged", -1, AS_READ);
    insert(key, "f", -1, AS_READ);
    HFileBlock replaced = get(key);
    Blocks.prove(key, replaced);
    replaced.release();
    assertThat(blocks()).isEqualTo(1);
  }

  private long blocks() {
    return cache.onHeap().getBlockCount() + cache.offHeap().getBlockCount();
  }
}
