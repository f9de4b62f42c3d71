package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A region that is read while blocks are freed, as in bugs of HBase's own caches. */
abstract class RegionRegression {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final int ROWS = 2_000;
  static final int VALUE_BYTES = 500;
  static final int BLOCK_BYTES = 8 << 10;

  @TempDir Path folder;
  RegionHost host;
  HRegion region;

  @BeforeEach
  void makeHost() throws Exception {
    host = new RegionHost(folder);
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    host.close();
  }

  final void write(Consumer<ColumnFamilyDescriptorBuilder> settings) throws Exception {
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

  final void scan() throws Exception {
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      while (scanner.next(cells)) {}
      assertThat(cells).hasSize(ROWS).allSatisfy(cell -> Rows.check(cell, VALUE_BYTES));
    }
  }
}
