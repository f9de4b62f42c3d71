package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The cells that a request passes to the RPC layer lie in the off-heap tier's own memory, which is
 * not reused before the request ends.
 *
 * <p>A family with FAST_DIFF encoding decodes each key into an array of its own, with any cache;
 * its values are read in place.
 */
class ZeroCopyTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 2_000;
  private static final int VALUE_BYTES = 500;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final int HELD_ROWS = 200;

  @TempDir Path folder;
  private RegionHost host;
  private HRegion region;

  @BeforeEach
  void makeHost() throws IOException, InterruptedException {
    host = new RegionHost(folder);
  }

  @AfterEach
  void nothingLeaked() throws IOException {
    host.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void cellsOfScanLieInSlots(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      while (scanner.next(cells)) {}
      assertThat(cells).hasSize(ROWS);
      assertThat(blocksOf(cells, memory, encoding)).hasSize(memory.blocks());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void cellsOfGetLieInSlots(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    for (int row = 0; row < ROWS; row += 97) {
      List<Cell> cells = new ArrayList<>();
      try (RegionScanner scanner = region.getScanner(new Scan(new Get(Rows.key(row))))) {
        scanner.next(cells);
        assertThat(cells).hasSize(1);
        assertThat(Rows.number(cells.get(0))).isEqualTo(row);
        blocksOf(cells, memory, encoding);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void blocksStayPinnedUntilShipped(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    Set<BlockCacheKey> blocks;
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = read(scanner, HELD_ROWS);
      blocks = blocksOf(cells, memory, encoding);
      assertThat(blocks).hasSizeGreaterThan(5).allSatisfy(block -> assertPins(block, 1));
      BlockCacheKey current = blockOf(cells.get(HELD_ROWS - 1), memory);

      ((Shipper) scanner).shipped();
      assertPins(current, 1);
      blocks.remove(current);
      assertThat(blocks).allSatisfy(block -> assertPins(block, 0));
      blocks.add(current);
    }
    assertThat(blocks).allSatisfy(block -> assertPins(block, 0));
  }

  /** The file is closed during the read, and its slots are needed for other blocks. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void cellsAreUnchangedAfterEvictionOfFile(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = read(scanner, HELD_ROWS);
      Set<BlockCacheKey> blocks = blocksOf(cells, memory, encoding);

      assertThat(host.cache().evictBlocksByHfileName(fileName())).isGreaterThan(blocks.size());
      assertThat(blocks).allSatisfy(key -> assertThat(find(key)).isFalse());
      churn();
      checkHeld(cells);
    }
  }

  /** The file is not evicted by name; only memory is short. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void cellsAreUnchangedUnderMemoryPressure(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = read(scanner, HELD_ROWS);
      blocksOf(cells, memory, encoding);
      churn();
      checkHeld(cells);
    }
  }

  /** Blocks are evicted one by one, as by a reader that replaces them. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void cellsAreUnchangedAfterEvictionOfBlocks(DataBlockEncoding encoding) throws Exception {
    BlockMemory memory = warm(encoding);
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = read(scanner, HELD_ROWS);
      for (BlockCacheKey block : blocksOf(cells, memory, encoding)) {
        assertThat(host.cache().evictBlock(block)).isTrue();
      }
      churn();
      checkHeld(cells);
    }
  }

  private BlockMemory warm(DataBlockEncoding encoding) throws IOException, InterruptedException {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
            .setDataBlockEncoding(encoding)
            .setBlocksize(BLOCK_BYTES)
            .build();
    region = host.open(family);
    for (int row = 0; row < ROWS; row++) {
      region.put(Rows.put(row, 1, VALUE_BYTES, FAMILY));
    }
    region.flush(true);
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      assertThat(read(scanner, ROWS)).hasSize(ROWS);
    }
    host.proveQuiet();
    BlockMemory memory = new BlockMemory(host.cache());
    assertThat(memory.blocks()).isGreaterThan(ROWS * VALUE_BYTES / BLOCK_BYTES / 2);
    return memory;
  }

  private static List<Cell> read(RegionScanner scanner, int rows) throws IOException {
    List<Cell> cells = new ArrayList<>();
    while (cells.size() < rows && scanner.next(cells)) {}
    return cells;
  }

  /**
   * Returns the blocks that contain these cells; fails if one is elsewhere or has other contents.
   */
  private static Set<BlockCacheKey> blocksOf(
      List<Cell> cells, BlockMemory memory, DataBlockEncoding encoding) {
    Set<BlockCacheKey> blocks = new LinkedHashSet<>();
    for (Cell cell : cells) {
      assertThat(cell).isInstanceOf(ByteBufferExtendedCell.class);
      Rows.check(cell, VALUE_BYTES);
      BlockCacheKey block = blockOf(cell, memory);
      blocks.add(block);
      if (encoding != DataBlockEncoding.FAST_DIFF) {
        assertKeyLiesIn(block, (ByteBufferExtendedCell) cell, memory);
      }
    }
    return blocks;
  }

  /** Returns the block that contains the value. */
  private static BlockCacheKey blockOf(Cell cell, BlockMemory memory) {
    ByteBufferExtendedCell inBuffer = (ByteBufferExtendedCell) cell;
    ByteBuffer buffer = inBuffer.getValueByteBuffer();
    var block = memory.blockWith(buffer, inBuffer.getValuePosition(), cell.getValueLength());
    assertThat(block).as("the block that has the value of %s", cell).isPresent();
    return block.get();
  }

  private static void assertKeyLiesIn(
      BlockCacheKey block, ByteBufferExtendedCell cell, BlockMemory memory) {
    assertThat(
            memory.blockWith(cell.getRowByteBuffer(), cell.getRowPosition(), cell.getRowLength()))
        .as("the block that has the row of %s", cell)
        .contains(block);
    assertThat(
            memory.blockWith(
                cell.getQualifierByteBuffer(),
                cell.getQualifierPosition(),
                cell.getQualifierLength()))
        .as("the block that has the qualifier of %s", cell)
        .contains(block);
  }

  private void assertPins(BlockCacheKey block, int pins) {
    assertThat(host.cache().getRpcRefCount(block)).as("readers of %s", block).isEqualTo(pins);
  }

  private boolean find(BlockCacheKey key) {
    var block = host.cache().getBlock(key, true, false, false);
    if (block == null) {
      return false;
    }
    block.release();
    return true;
  }

  private String fileName() {
    return region.getStore(FAMILY).getStorefiles().iterator().next().getPath().getName();
  }

  /**
   * Fills the cache several times: with blocks that fit the slots of the held ones, then with
   * blocks of other sizes, for which buckets are reformatted.
   */
  private void churn() throws InterruptedException {
    OffHeapBlockCache cache = host.cache().offHeap();
    long evictedBefore = cache.statistics().evictedForRoom();
    for (int round = 0; round < 4; round++) {
      OtherFiles.fill(cache, "alike" + round, BLOCK_BYTES, BLOCK_BYTES + 512);
    }
    cache.awaitQuiet();
    assertThat(cache.statistics().evictedForRoom() - evictedBefore)
        .as("blocks evicted for others")
        .isGreaterThan(2 * cache.getMaxSize() / BLOCK_BYTES);
    OtherFiles.fill(cache, "larger", BLOCK_BYTES, 4 * BLOCK_BYTES);
    OtherFiles.fill(cache, "smaller", BLOCK_BYTES / 4, BLOCK_BYTES);
    cache.awaitQuiet();
  }

  private static void checkHeld(List<Cell> cells) {
    assertThat(cells).hasSize(HELD_ROWS);
    for (int row = 0; row < cells.size(); row++) {
      Cell cell = cells.get(row);
      assertThat(Rows.check(cell, VALUE_BYTES)).isEqualTo(1);
      assertThat(Rows.number(cell)).isEqualTo(row);
    }
  }
}
