package io.strata.perf.demo;

import io.strata.perf.load.DataTable;
import io.strata.perf.run.Memory;
import java.util.List;

/** The tables of the stories; each server has its own copy of each. */
final class DemoTables {
  /** The memory of each server. */
  static final Memory MEMORY = new Memory(512, 192);

  static final long CACHE_BYTES = (long) MEMORY.cacheMegabytes() << 20;

  private static final int VALUE_BYTES = 1_000;
  private static final int LARGE_VALUE_BYTES = 4_000;

  /** Fits into either cache. */
  static final DataTable HOT = table("hot", VALUE_BYTES, 0.25);

  /** Three times as large as the cache. */
  static final DataTable COLD = table("cold", VALUE_BYTES, 3);

  /** Smaller than the cache, with smaller blocks than {@link #COLD}. */
  static final DataTable SMALLER_BLOCKS =
      table("smaller_blocks", VALUE_BYTES, 0.8).withBlockBytes(24 << 10);

  /** Blocks that exceed 64 KB by most of a value. */
  static final DataTable AWKWARD = table("awkward", LARGE_VALUE_BYTES, 1.25);

  static final List<DataTable> ALL = List.of(HOT, COLD, SMALLER_BLOCKS, AWKWARD);

  private DemoTables() {}

  private static DataTable table(String name, int valueBytes, double timesCache) {
    long rowBytes = DataTable.fixed("row", valueBytes, 1, 1).bytes(0, 1);
    return DataTable.fixed(name, valueBytes, (long) (timesCache * CACHE_BYTES) / rowBytes, 1);
  }

  static long bytes(DataTable table) {
    return table.bytes(0, table.rows());
  }

  /** Returns the number of a table's data blocks. */
  static int blocks(DataTable table) {
    int each = table.rowsPerBlock();
    return Math.toIntExact((table.rows() + each - 1) / each);
  }
}
