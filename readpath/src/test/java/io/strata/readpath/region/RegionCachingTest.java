package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When HBase inserts blocks into the cache and evicts them, by each setting of a family. */
class RegionCachingTest {
  /** The kinds of block in a cache. */
  enum FamilyKind {
    PLAIN {
      @Override
      void set(ColumnFamilyDescriptorBuilder family) {}
    },
    FAST_DIFF {
      @Override
      void set(ColumnFamilyDescriptorBuilder family) {
        family.setDataBlockEncoding(DataBlockEncoding.FAST_DIFF);
      }
    },
    ROW_INDEX {
      @Override
      void set(ColumnFamilyDescriptorBuilder family) {
        family.setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1);
      }
    },
    GZ {
      @Override
      void set(ColumnFamilyDescriptorBuilder family) {
        family.setCompressionType(Compression.Algorithm.GZ);
      }
    },
    GZ_CACHED_COMPRESSED {
      @Override
      void set(ColumnFamilyDescriptorBuilder family) {
        family.setCompressionType(Compression.Algorithm.GZ);
        family.setConfiguration("hbase.block.data.cachecompressed", "true");
      }
    };

    abstract void set(ColumnFamilyDescriptorBuilder family);
  }

  static final byte[] FAMILY = Bytes.toBytes("f");
  static final int ROWS = 3_000;
  private static final int VALUE_BYTES = 500;
  private static final int BLOCK_BYTES = 8 << 10;

  /** Small enough for one row in each block. */
  private static final int BYTES_OF_A_ROW = VALUE_BYTES / 2;

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  @TempDir Path folder;
  private RegionHost host;

  @BeforeEach
  void makeHost() throws IOException, InterruptedException {
    host = new RegionHost(folder);
  }

  @AfterEach
  void nothingLeaked() throws IOException {
    host.close();
  }

  @ParameterizedTest
  @EnumSource
  void secondReadHitsCache(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).build());
    write(region);
    assertThat(blocks()).as("blocks cached on write").isZero();
    checkScan(region, new Scan(), 0, ROWS);
    assertHitsOnly(region);
    checkScan(region, new Scan().setReversed(true), 0, ROWS);
  }

  @ParameterizedTest
  @EnumSource
  void cachesBlocksOnWrite(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).setCacheDataOnWrite(true).build());
    write(region);
    assertHitsOnly(region);
  }

  @ParameterizedTest
  @EnumSource
  void prefetchesBlocksOnOpen(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).build());
    write(region);
    region.close();
    assertThat(blocks()).isZero();

    ColumnFamilyDescriptor prefetching = family(kind).setPrefetchBlocksOnOpen(true).build();
    HRegion again = host.open(region.getRegionInfo(), prefetching);
    awaitPrefetch(again);
    assertHitsOnly(again);
  }

  /** Before HBase 2.6, and in 3.0 alphas, a block that is read has another header. */
  @ParameterizedTest
  @EnumSource
  void prefetchAcceptsBlocksCachedOnWrite(FamilyKind kind) throws Exception {
    var written =
        family(kind)
            .setCacheDataOnWrite(true)
            .setCacheIndexesOnWrite(true)
            .setCacheBloomsOnWrite(true);
    HRegion region = host.open(written.build());
    write(region);
    long cached = blocks();
    region.close();
    HRegion again =
        host.open(region.getRegionInfo(), written.setPrefetchBlocksOnOpen(true).build());
    awaitPrefetch(again);
    assertThat(blocks()).isEqualTo(cached).isPositive();
    assertHitsOnly(again);
  }

  @ParameterizedTest
  @EnumSource
  void prefetchFillsGapsOfPartlyCachedFile(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).build());
    write(region);
    int from = ROWS / 3;
    int to = 2 * from;
    Scan middle = new Scan().withStartRow(Rows.key(from)).withStopRow(Rows.key(to));
    checkScan(region, middle, from, to);
    region.close();
    assertThat(blocks()).as("blocks of the middle").isPositive();

    ColumnFamilyDescriptor prefetching = family(kind).setPrefetchBlocksOnOpen(true).build();
    HRegion again = host.open(region.getRegionInfo(), prefetching);
    awaitPrefetch(again);
    assertHitsOnly(again);
  }

  @ParameterizedTest
  @EnumSource
  void prefetchesOutputOfCompaction(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).setPrefetchBlocksOnOpen(true).build());
    write(region);
    write(region);
    region.compact(true);
    region.getStore(FAMILY).closeAndArchiveCompactedFiles();
    assertThat(region.getStore(FAMILY).getStorefiles()).hasSize(1);
    awaitPrefetch(region);
    assertHitsOnly(region);
  }

  @ParameterizedTest
  @EnumSource
  void prefetchesHalfFileReferences(FamilyKind kind) throws Exception {
    HRegion[] halves = split(family(kind).setPrefetchBlocksOnOpen(true).build());
    for (HRegion half : halves) {
      awaitPrefetch(half);
    }
    long misses = host.cache().offHeap().getStats().getMissCount();
    checkScan(halves[0], new Scan(), 0, ROWS / 2);
    checkScan(halves[1], new Scan(), ROWS / 2, ROWS);
    assertThat(host.cache().offHeap().getStats().getMissCount()).isEqualTo(misses);
  }

  @ParameterizedTest
  @EnumSource
  void evictsBlocksOnCloseIfConfigured(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).setEvictBlocksOnClose(true).build());
    write(region);
    checkScan(region, new Scan(), 0, ROWS);
    assertThat(blocks()).isPositive();
    region.close();
    assertThat(blocks()).isZero();
  }

  @Test
  void keepsBlocksOnCloseByDefault() throws Exception {
    HRegion region = host.open(family(FamilyKind.PLAIN).build());
    write(region);
    checkScan(region, new Scan(), 0, ROWS);
    long cached = blocks();
    region.close();
    assertThat(blocks()).isEqualTo(cached).isPositive();
    assertHitsOnly(host.open(region.getRegionInfo(), family(FamilyKind.PLAIN).build()));
  }

  @ParameterizedTest
  @EnumSource
  void evictsInputsOfCompaction(FamilyKind kind) throws Exception {
    HRegion region = host.open(family(kind).build());
    write(region);
    write(region);
    checkScan(region, new Scan(), 0, ROWS);
    region.compact(true);
    region.getStore(FAMILY).closeAndArchiveCompactedFiles();
    assertThat(region.getStore(FAMILY).getStorefiles()).hasSize(1);
    assertThat(blocks()).as("blocks of files that are gone").isZero();
    checkScan(region, new Scan(), 0, ROWS);
    assertHitsOnly(region);
  }

  /** After a split, each half is read through a reference to the whole file. */
  @ParameterizedTest
  @EnumSource
  void readsHalfFileReferencesFromCache(FamilyKind kind) throws Exception {
    HRegion[] halves = split(kind);
    HRegion lowerRegion = halves[0];
    HRegion upperRegion = halves[1];

    checkScan(lowerRegion, new Scan(), 0, ROWS / 2);
    checkScan(upperRegion, new Scan(), ROWS / 2, ROWS);
    assertThat(blocks()).isPositive();
    long misses = host.cache().offHeap().getStats().getMissCount();
    checkScan(lowerRegion, new Scan().setReversed(true), 0, ROWS / 2);
    checkScan(upperRegion, new Scan().setReversed(true), ROWS / 2, ROWS);
    assertThat(host.cache().offHeap().getStats().getMissCount()).isEqualTo(misses);
  }

  /**
   * HBASE-28893: when a half-file reference is closed, HBase reads one of its blocks to evict its
   * range, and never releases it.
   */
  @ParameterizedTest
  @EnumSource
  void closedHalfFileReferencesKeepNoBlock(FamilyKind kind) throws Exception {
    HRegion[] halves = split(kind);
    checkScan(halves[0], new Scan(), 0, ROWS / 2);
    checkScan(halves[1], new Scan(), ROWS / 2, ROWS);
    for (HRegion half : halves) {
      half.compact(true);
      half.getStore(FAMILY).closeAndArchiveCompactedFiles();
    }
    host.proveQuiet();
    assertThat(blocks()).as("blocks of references that are gone").isZero();
  }

  /**
   * A filter makes a scan seek from the last block of a lower half to a row of the upper half:
   * HBase reads that block again, sees that its scanner has it, and never releases the second
   * reference.
   */
  @ParameterizedTest
  @EnumSource
  void scansThatSeekOutOfLowerHalfKeepNoBlock(FamilyKind kind) throws Exception {
    HRegion lower = split(family(kind).setBlocksize(BYTES_OF_A_ROW).build())[0];
    int last = ROWS / 2 - 1;
    var others = new MultiRowRangeFilter(Arrays.asList(range(0, last), range(last + 2, ROWS)));
    checkScan(lower, new Scan(), 0, last + 1);
    checkScan(lower, new Scan().setFilter(others), 0, last);
    checkScan(lower, new Scan().setFilter(others).setCacheBlocks(false), 0, last);
    host.proveQuiet();
  }

  private static RowRange range(int from, int to) {
    return new RowRange(Rows.key(from), true, Rows.key(to), false);
  }

  private HRegion[] split(FamilyKind kind) throws Exception {
    return split(family(kind).build());
  }

  /** A region with one file, and two regions with a half-file reference each. */
  private HRegion[] split(ColumnFamilyDescriptor family) throws Exception {
    HRegion whole = host.open(family);
    write(whole);
    HStoreFile file = whole.getStore(FAMILY).getStorefiles().iterator().next();
    whole.close();

    byte[] middle = Rows.key(ROWS / 2);
    RegionInfo lower = daughter(2).setEndKey(middle).build();
    RegionInfo upper = daughter(3).setStartKey(middle).build();
    refer(file, lower, Reference.createBottomReference(middle));
    refer(file, upper, Reference.createTopReference(middle));
    return new HRegion[] {host.open(lower, family), host.open(upper, family)};
  }

  static ColumnFamilyDescriptorBuilder family(FamilyKind kind) {
    var family = ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(BLOCK_BYTES);
    kind.set(family);
    return family;
  }

  private static RegionInfoBuilder daughter(long id) {
    return RegionInfoBuilder.newBuilder(RegionHost.TABLE).setRegionId(id);
  }

  private void refer(HStoreFile file, RegionInfo to, Reference reference) throws IOException {
    String region = file.getPath().getParent().getParent().getName();
    var folderOfFamily = new org.apache.hadoop.fs.Path(host.folderOf(to), Bytes.toString(FAMILY));
    reference.write(
        host.fileSystem(),
        new org.apache.hadoop.fs.Path(folderOfFamily, file.getPath().getName() + "." + region));
  }

  static void write(HRegion region) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      region.put(Rows.put(row, 1, VALUE_BYTES, FAMILY));
    }
    region.flush(true);
  }

  /** Reads all rows of a range of numbers, in the order of the scan. */
  static void checkScan(HRegion region, Scan scan, int from, int to) throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      while (scanner.next(cells)) {}
      assertThat(cells).hasSize(to - from);
      for (int i = 0; i < cells.size(); i++) {
        Rows.check(cells.get(i), VALUE_BYTES);
        assertThat(Rows.number(cells.get(i))).isEqualTo(scan.isReversed() ? to - 1 - i : from + i);
      }
    }
  }

  /** Reads all rows without a miss. */
  private void assertHitsOnly(HRegion region) throws IOException, InterruptedException {
    host.proveQuiet();
    var stats = host.cache().offHeap().getStats();
    long hits = stats.getHitCount();
    long misses = stats.getMissCount();
    checkScan(region, new Scan(), 0, ROWS);
    assertThat(stats.getMissCount() - misses).as("misses").isZero();
    assertThat(stats.getHitCount() - hits).as("hits").isGreaterThanOrEqualTo(blocks());
  }

  private long blocks() throws InterruptedException {
    host.cache().offHeap().awaitQuiet();
    return host.cache().offHeap().statistics().blocks();
  }

  static void awaitPrefetch(HRegion region) throws InterruptedException {
    var reader =
        region.getStore(FAMILY).getStorefiles().iterator().next().getReader().getHFileReader();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!reader.prefetchComplete()) {
      assertThat(System.nanoTime()).as("time of the prefetch").isLessThan(deadline);
      Thread.sleep(10);
    }
  }
}
