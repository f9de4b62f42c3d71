package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several threads read a region of five families, larger than the cache, while it is written,
 * flushed and compacted. The model is the version of each row: a request returns at least the
 * version written before it began, at most the version begun before it ended, the same in all
 * families, with correct bytes.
 */
@Tag("model")
class RegionModelTest {
  private static final byte[][] FAMILIES = {
    Bytes.toBytes("plain"),
    Bytes.toBytes("diff"),
    Bytes.toBytes("rowindex"),
    Bytes.toBytes("gz"),
    Bytes.toBytes("gzcached")
  };

  private static final int ROWS = 8_000;
  private static final int VALUE_BYTES = 1_000;
  private static final int READERS = 4;
  private static final int CHANGES = 5;
  private static final int MAJOR_AFTER = 4;

  /** The files of each family after each change: 3 small ones trigger a minor compaction. */
  private static final int[] FILES_AFTER = {1, 2, 3, 2, 1, 2};

  private static final int ROWS_CHANGED = 1_500;
  private static final int ROWS_SHIPPED = 20;

  private final AtomicIntegerArray begun = new AtomicIntegerArray(ROWS);
  private final AtomicIntegerArray written = new AtomicIntegerArray(ROWS);
  private final LongAdder rowsRead = new LongAdder();
  private volatile boolean writing = true;

  @Test
  void readersSeeWhatWasWritten(@TempDir Path folder) throws Exception {
    try (RegionHost host = new RegionHost(folder)) {
      HRegion region = host.open(families());
      for (int row = 0; row < ROWS; row++) {
        write(region, row);
      }
      region.flush(true);

      ExecutorService threads = Executors.newFixedThreadPool(READERS);
      List<Future<?>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        long seed = reader;
        readers.add(threads.submit(() -> readUntilWritten(region, new SplittableRandom(seed))));
      }
      try {
        change(region, new SplittableRandom(READERS));
      } finally {
        writing = false;
        threads.shutdown();
      }
      for (Future<?> each : readers) {
        each.get();
      }
      assertThat(rowsRead.sum()).as("rows read meanwhile").isGreaterThan(READERS);
      checkAll(region);

      var offHeap = host.cache().offHeap();
      assertThat(offHeap.getStats().getHitCount()).as("hits off the heap").isPositive();
      assertThat(offHeap.statistics().evictedForRoom())
          .as("evicted for others")
          .isGreaterThan(1_000);
      assertThat(offHeap.statistics().evictedByRequest()).as("evicted with files").isPositive();
    }
  }

  private static ColumnFamilyDescriptor[] families() {
    List<ColumnFamilyDescriptorBuilder> builders = new ArrayList<>();
    for (byte[] name : FAMILIES) {
      builders.add(
          ColumnFamilyDescriptorBuilder.newBuilder(name)
              .setBlocksize(16 << 10)
              // A smaller file is included in every compaction.
              .setConfiguration("hbase.hstore.compaction.min.size", "1"));
    }
    builders.get(1).setDataBlockEncoding(DataBlockEncoding.FAST_DIFF);
    builders.get(2).setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1);
    builders.get(3).setCompressionType(Compression.Algorithm.GZ);
    builders
        .get(4)
        .setCompressionType(Compression.Algorithm.GZ)
        .setConfiguration("hbase.block.data.cachecompressed", "true");
    return builders.stream()
        .map(ColumnFamilyDescriptorBuilder::build)
        .toArray(ColumnFamilyDescriptor[]::new);
  }

  private void write(HRegion region, int row) throws IOException {
    int version = begun.incrementAndGet(row);
    region.put(Rows.put(row, version, VALUE_BYTES, FAMILIES));
    written.set(row, version);
  }

  /**
   * Flushes until a minor compaction, which excludes the first and largest file, then runs a major
   * one. Their inputs are closed while readers may use them.
   */
  private void change(HRegion region, SplittableRandom random) throws IOException {
    for (int change = 1; change <= CHANGES; change++) {
      for (int i = 0; i < ROWS_CHANGED; i++) {
        write(region, random.nextInt(ROWS));
      }
      region.flush(true);
      region.compact(change == MAJOR_AFTER);
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
        assertThat(store.getStorefiles()).as("files of %s", store).hasSize(FILES_AFTER[change]);
      }
    }
  }

  private Void readUntilWritten(HRegion region, SplittableRandom random) throws IOException {
    do {
      int row = random.nextInt(ROWS);
      Scan scan = new Scan().withStartRow(Rows.key(row)).setCaching(ROWS_SHIPPED);
      switch (random.nextInt(6)) {
        case 0 -> check(region, scan, 400);
        case 1 -> check(region, scan.setReversed(true), 200);
        case 2 -> check(region, scan.setCacheBlocks(false), 200);
        case 3 -> check(region, scan.setReadType(Scan.ReadType.STREAM), 200);
        default -> {
          for (int i = 0; i < 20; i++) {
            check(region, new Scan(new Get(Rows.key(random.nextInt(ROWS)))), 1);
          }
        }
      }
    } while (writing);
    return null;
  }

  /** Reads up to a number of rows, and releases them after each batch. */
  private int check(HRegion region, Scan scan, int rows) throws IOException {
    int[] atLeast = new int[ROWS];
    for (int row = 0; row < ROWS; row++) {
      atLeast[row] = written.get(row);
    }
    int read = 0;
    int expected = scan.getStartRow().length == 0 ? 0 : Rows.number(scan.getStartRow());
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<List<Cell>> batch = new ArrayList<>();
      boolean more = true;
      while (more && read < rows) {
        List<Cell> cells = new ArrayList<>(FAMILIES.length);
        more = scanner.next(cells);
        batch.add(cells);
        read++;
        if (batch.size() == ROWS_SHIPPED || !more || read == rows) {
          for (List<Cell> row : batch) {
            checkRow(row, expected, atLeast[expected]);
            expected += scan.isReversed() ? -1 : 1;
          }
          batch.clear();
          ((Shipper) scanner).shipped();
        }
      }
    }
    rowsRead.add(read);
    return read;
  }

  private void checkRow(List<Cell> cells, int row, int atLeast) {
    assertThat(cells).as("cells of row %d", row).hasSize(FAMILIES.length);
    int version = Rows.check(cells.get(0), VALUE_BYTES);
    for (Cell cell : cells) {
      assertThat(Rows.number(cell)).isEqualTo(row);
      assertThat(Rows.check(cell, VALUE_BYTES)).as("one version of row %d", row).isEqualTo(version);
    }
    assertThat(version).as("version of row %d", row).isBetween(atLeast, begun.get(row));
  }

  /** Checks all rows after the last write, when the lower and upper bound are equal. */
  private void checkAll(HRegion region) throws IOException {
    assertThat(check(region, new Scan(), Integer.MAX_VALUE)).isEqualTo(ROWS);
    Scan backwards = new Scan().withStartRow(Rows.key(ROWS - 1)).setReversed(true);
    assertThat(check(region, backwards, Integer.MAX_VALUE)).isEqualTo(ROWS);
  }
}
