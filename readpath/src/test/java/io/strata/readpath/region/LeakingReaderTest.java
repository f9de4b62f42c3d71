package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.l2.OffHeapBlockCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An HBase reader that never releases a block: HBase's own leak detector reports it, the statistics
 * show the pin, and the block's memory is not reused even after the reader is garbage.
 */
class LeakingReaderTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 1_000;
  private static final int VALUE_BYTES = 500;
  private static final int BLOCK_BYTES = 8 << 10;

  @TempDir Path folder;

  @Test
  void isReportedAndKeepsItsBlock() throws Exception {
    RegionHost host = new RegionHost(folder);
    OffHeapBlockCache cache = host.cache().offHeap();
    HRegion region = write(host);
    HStoreFile file = region.getStore(FAMILY).getStorefiles().iterator().next();
    BlockCacheKey key = new BlockCacheKey(file.getPath().getName(), 0, true, BlockType.DATA);
    LeakWatch watch = new LeakWatch();

    Held held = readAndForget(file.getReader().getHFileReader());

    assertThat(watch.leaks())
        .singleElement()
        .asString()
        .contains("io.strata.readpath.l2.SlotPin", "readAndForget", "first block of the file");
    assertThat(cache.getRpcRefCount(key)).as("readers of the block").isEqualTo(1);

    cache.evictBlock(key);
    for (int round = 0; round < 3; round++) {
      OtherFiles.fill(cache, "stranger" + round, BLOCK_BYTES / 2, 2 * BLOCK_BYTES);
    }
    cache.awaitQuiet();
    assertThat(held.bytesNow()).as("the memory that was not released").isEqualTo(held.bytes);
    assertThat(cache.audit()).anyMatch(wrong -> wrong.contains("has 1 pins left"));
    assertThatThrownBy(host::close).isInstanceOf(AssertionError.class);
  }

  private static HRegion write(RegionHost host) throws IOException {
    HRegion region =
        host.open(
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(BLOCK_BYTES).build());
    for (int row = 0; row < ROWS; row++) {
      region.put(Rows.put(row, 1, VALUE_BYTES, FAMILY));
    }
    region.flush(true);
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      while (scanner.next(cells)) {}
    }
    return region;
  }

  /** Reads the first block like a scanner, and never releases it. */
  private static Held readAndForget(HFile.Reader reader) throws IOException {
    HFileBlock block = reader.readBlock(0, -1, true, true, false, true, BlockType.DATA, null);
    block.touch("first block of the file");
    return new Held(block);
  }

  /** A block's memory without the block, which becomes garbage. */
  private static final class Held {
    private final ByteBuffer memory;
    private final byte[] bytes;

    Held(HFileBlock block) {
      memory = block.getBufferReadOnly().nioByteBuffers()[0].duplicate();
      bytes = copyOf(memory);
    }

    byte[] bytesNow() {
      return copyOf(memory);
    }

    private static byte[] copyOf(ByteBuffer memory) {
      byte[] copy = new byte[memory.limit()];
      memory.get(0, copy);
      return copy;
    }
  }
}
