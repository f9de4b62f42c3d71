package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.blockcache.StrataBlockCache;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.PrefetchExecutor;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBase 2.6.4 prefetches a file with one cached block. HFilePreadReader takes the size of the next
 * block from each block that it reads. It skips the next block, which is cached, and reads the one
 * after it with that size. HFileBlock looks for the checksums where the block's own header says, in
 * a buffer of the wrong size, and fails with {@code newPosition > limit}, or with a
 * BufferUnderflowException if some of their bytes are in the buffer. This ends the prefetch.
 *
 * <p>With Strata, it skips no block after one that it reads ({@code PrefetchSkipper}).
 */
class PrefetchSizesTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int MEGABYTES = 32;
  private static final int VALUE_BYTES = 12_000; // enough for a buffer of the pool
  private static final int CHECKSUM_BYTES = 4;

  /** The first block is read, the second is cached, and the third has another size. */
  private static final int CACHED = 1;

  private static final int BEHIND = 2;
  private static final int BLOCKS = 6;

  @TempDir java.nio.file.Path folder;

  private final Configuration conf = HBaseConfiguration.create();
  private final ByteBuffAllocator pool = ByteBuffAllocator.create(conf, true);

  /** Bytes by which the block after the cached one is larger. */
  @ParameterizedTest
  @ValueSource(ints = {-27, 2, 27, 2_000})
  void strataPrefetchesWholeFileForAnySizes(int larger) throws Exception {
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setInt("hbase.bucketcache.size", MEGABYTES);
    StrataBlockCache cache = new StrataBlockCache(conf);
    try {
      assertThat(cachedAfterPrefetch(cache, larger)).hasSize(BLOCKS);
      cache.cache().offHeap().awaitQuiet();
      assertThat(cache.cache().offHeap().audit()).isEmpty();
      assertThat(pool.getFreeBufferCount())
          .as("buffers returned to the pool")
          .isEqualTo(pool.getUsedBufferCount());
    } finally {
      cache.shutdown();
    }
  }

  /** The sequence fails with the BucketCache: no later block is cached. */
  @ParameterizedTest
  @ValueSource(ints = {2, 27, 2_000})
  void bucketCacheHasOnlyBlocksBeforeFailure(int larger) throws Exception {
    BucketCache cache = bucketCache();
    try {
      assertThat(cachedAfterPrefetch(cache, larger)).containsExactly(0, CACHED);
    } finally {
      cache.shutdown();
    }
  }

  @Test
  void readWithSizeOfAnotherBlockFails() throws Exception {
    BlockCache cache = new CombinedBlockCache(new LruBlockCache(1 << 20, 8_192), bucketCache());
    try {
      assertThatThrownBy(() -> readWithSizeOfTheCachedBlock(cache, 27))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("newPosition > limit");
      assertThatThrownBy(() -> readWithSizeOfTheCachedBlock(cache, CHECKSUM_BYTES / 2))
          .isInstanceOf(BufferUnderflowException.class);
    } finally {
      cache.shutdown();
    }
  }

  private static BucketCache bucketCache() throws IOException {
    return new BucketCache("offheap", (long) MEGABYTES << 20, 8_192, null, 1, 64, null);
  }

  private void readWithSizeOfTheCachedBlock(BlockCache cache, int larger) throws IOException {
    Path file = write(larger);
    try (HFile.Reader reader = open(file, cache, false)) {
      List<Long> offsets = offsets(reader);
      long size = offsets.get(BEHIND) - offsets.get(CACHED);
      read(reader, offsets.get(BEHIND), size).release();
    }
  }

  /** Caches one block, prefetches the file, and returns the numbers of its cached blocks. */
  private List<Integer> cachedAfterPrefetch(BlockCache cache, int larger) throws Exception {
    Path file = write(larger);
    List<Long> offsets;
    try (HFile.Reader reader = open(file, cache, false)) {
      offsets = offsets(reader);
      read(reader, offsets.get(CACHED), -1).release();
    }
    awaitCached(cache, file, offsets.get(CACHED));
    try (HFile.Reader reader = open(file, cache, true)) {
      while (!PrefetchExecutor.isCompleted(reader.getPath())) {
        Thread.sleep(10);
      }
    }
    List<Integer> cached = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      if (isCached(cache, file, offsets.get(block))) {
        cached.add(block);
      }
    }
    return cached;
  }

  private static void awaitCached(BlockCache cache, Path file, long offset)
      throws InterruptedException {
    // The BucketCache serves blocks from its queue, but skips only those that a writer has stored.
    while (!(cache instanceof BucketCache stock
        ? stock.isAlreadyCached(new BlockCacheKey(file.getName(), offset)).orElse(false)
        : isCached(cache, file, offset))) {
      Thread.sleep(10);
    }
  }

  private static boolean isCached(BlockCache cache, Path file, long offset) {
    BlockCacheKey key = new BlockCacheKey(file.getName(), offset, true, BlockType.DATA);
    Cacheable block = cache.getBlock(key, false, false, false);
    if (block == null) {
      return false;
    }
    block.release();
    return true;
  }

  /** Writes a file with one cell in each block. */
  private Path write(int larger) throws IOException {
    FileSystem fileSystem = FileSystem.getLocal(conf);
    Path file = new Path(folder.toUri().toString(), "file" + larger);
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(fileSystem, file)
            .withFileContext(new HFileContextBuilder().withBlockSize(1).build())
            .create()) {
      for (int block = 0; block < BLOCKS; block++) {
        byte[] value = new byte[VALUE_BYTES + (block == BEHIND ? larger : 0)];
        writer.append(new KeyValue(Bytes.toBytes(block), FAMILY, FAMILY, value));
      }
    }
    return file;
  }

  private HFile.Reader open(Path file, BlockCache cache, boolean prefetch) throws IOException {
    CacheConfig settings =
        new CacheConfig(
            conf,
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                .setPrefetchBlocksOnOpen(prefetch)
                .build(),
            cache,
            pool);
    // As in a server: HBase verifies its own checksums instead of those of the file system.
    return HFile.createReader(new HFileSystem(conf, true), file, settings, true, conf);
  }

  /** Finds the blocks from the first to the last, without the cache. */
  private static List<Long> offsets(HFile.Reader reader) throws IOException {
    List<Long> offsets = new ArrayList<>();
    long offset = 0;
    for (int block = 0; block < BLOCKS; block++) {
      offsets.add(offset);
      HFileBlock read = reader.readBlock(offset, -1, false, true, false, false, null, null);
      offset += read.getOnDiskSizeWithHeader();
      read.release();
    }
    return offsets;
  }

  private static HFileBlock read(HFile.Reader reader, long offset, long size) throws IOException {
    return reader.readBlock(offset, size, true, true, false, false, BlockType.DATA, null);
  }
}
