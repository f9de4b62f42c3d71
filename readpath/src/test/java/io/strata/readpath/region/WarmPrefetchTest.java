package io.strata.readpath.region;

import static io.strata.readpath.region.RegionCachingTest.FAMILY;
import static io.strata.readpath.region.RegionCachingTest.ROWS;
import static io.strata.readpath.region.RegionCachingTest.awaitPrefetch;
import static io.strata.readpath.region.RegionCachingTest.checkScan;
import static io.strata.readpath.region.RegionCachingTest.family;
import static io.strata.readpath.region.RegionCachingTest.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.region.RegionCachingTest.FamilyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A prefetch after a restart, with the blocks on flash. */
class WarmPrefetchTest {
  @TempDir Path folder;

  /** The size of index and bloom blocks, small enough for many of them. */
  private int partBytes;

  private RegionHost host(String file) throws IOException, InterruptedException {
    RegionHost host =
        new RegionHost(
            folder.resolve("regions"),
            conf -> {
              if (partBytes > 0) {
                conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, partBytes);
                conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, partBytes);
              }
              conf.set("hbase.bucketcache.ioengine", "file:" + folder.resolve(file));
              conf.setInt("hbase.bucketcache.size", 256);
              return new StrataBlockCache(conf);
            });
    assertThat(host.cache().waitForCacheInitialization(Long.MAX_VALUE)).isTrue();
    return host;
  }

  private static long bytesRead() {
    return Objects.requireNonNull(
        FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead"));
  }

  private static HStoreFile fileOf(HRegion region) {
    return region.getStore(FAMILY).getStorefiles().iterator().next();
  }

  /** Opens a region, and waits for its prefetch; returns the bytes that it read from the file. */
  private static long prefetch(RegionHost host, RegionInfo info, FamilyKind kind) throws Exception {
    long before = bytesRead();
    awaitPrefetch(host.open(info, family(kind).setPrefetchBlocksOnOpen(true).build()));
    return bytesRead() - before;
  }

  /** Index and bloom blocks lie between the data blocks of the file. */
  @Test
  void readsNothingAfterIndexAndBloomBlocks() throws Exception {
    partBytes = 512;
    readsNoCachedBlocks(FamilyKind.PLAIN);
  }

  @ParameterizedTest
  @EnumSource
  void readsNoCachedBlocks(FamilyKind kind) throws Exception {
    RegionInfo info;
    String file;
    long bytes;
    try (RegionHost host = host("disk")) {
      HRegion region = host.open(family(kind).build());
      write(region);
      checkScan(region, new Scan(), 0, ROWS);
      info = region.getRegionInfo();
      file = fileOf(region).getPath().getName();
      bytes = fileOf(region).getFileInfo().getHFileInfo().getTrailer().getLoadOnOpenDataOffset();
      provesCached(host, info, bytes);
      assertThat(host.cache().onHeap().getBlockCount() > 2)
          .as("index blocks")
          .isEqualTo(partBytes > 0);
    }
    try (RegionHost host = host("another")) {
      assertThat(prefetch(host, info, kind))
          .as("bytes read by an empty cache")
          .isGreaterThan(bytes * 9 / 10);
    }
    try (RegionHost host = host("disk")) {
      long opening = bytesRead();
      HRegion region = host.open(info, family(kind).build());
      opening = bytesRead() - opening;
      region.close();
      assertThat(prefetch(host, info, kind) - opening).isLessThan(bytes / 4);
      assertThat(host.cache().offHeap().statistics().offered()).as("repeated inserts").isZero();
      provesCached(host, info, bytes);
      assertThat(host.cache().getFullyCachedFiles().orElseThrow()).containsOnlyKeys(file);
      checkScan(host.open(info, family(kind).build()), new Scan(), 0, ROWS);
      assertThat(host.cache().offHeap().getStats().getMissCount()).isZero();
    }
  }

  /** Checks that the cached bytes of the region equal the bytes of its file. */
  private static void provesCached(RegionHost host, RegionInfo info, long bytes)
      throws InterruptedException {
    host.cache().offHeap().awaitQuiet();
    assertThat(host.cache().offHeap().getRegionCachedInfo().orElseThrow())
        .containsOnlyKeys(info.getEncodedName());
    assertThat(host.cache().offHeap().getRegionCachedInfo().orElseThrow())
        .hasEntrySatisfying(
            info.getEncodedName(), cached -> assertThat(cached).isBetween(bytes * 9 / 10, bytes));
  }
}
