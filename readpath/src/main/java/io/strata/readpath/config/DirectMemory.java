package io.strata.readpath.config;

import static io.strata.readpath.config.HBaseKeys.HANDLERS;
import static io.strata.readpath.config.HBaseKeys.OFF_HEAP_MEMSTORE;
import static io.strata.readpath.config.HBaseKeys.POOL_BUFFERS;
import static io.strata.readpath.config.HBaseKeys.POOL_BUFFER_BYTES;
import static io.strata.readpath.config.HBaseKeys.POOL_ENABLED;

/** What HBase itself takes of the direct memory, and whether the second tier fits beside it. */
final class DirectMemory {
  private static final int POOL_BYTES_OF_HALF_A_HANDLER = 2 << 20;

  private final SettingReader reader;

  DirectMemory(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Refuses a size that does not fit.
   *
   * @param need what the process takes
   * @param limit the most that the JVM gives out
   * @throws InvalidSettingException saying by how much to raise the limit
   */
  void requireRoom(MemoryNeed need, long limit) {
    long bytes = need.tier();
    long flash = need.flash();
    long others = need.buffers() + flash;
    if (bytes <= limit - others) {
      return;
    }
    long needed = megabytes(bytes) + megabytes(others);
    throw reader.reject(
        OffHeapKeys.SIZE,
        "which with %d MB for HBase's own direct buffers%s needs %d MB where the JVM gives %d MB"
            .formatted(
                megabytes(need.buffers()),
                flash == 0 ? "" : " and %d MB for the tier on disks".formatted(megabytes(flash)),
                needed,
                limit >> 20),
        "raise -XX:MaxDirectMemorySize by %d MB to %dm or lower the size"
            .formatted(needed - (limit >> 20), needed));
  }

  /** Bytes of direct memory that HBase's buffer pool and off-heap memstores may grow to. */
  long takenByHBase() {
    return pool() + (reader.get(OFF_HEAP_MEMSTORE) << 20);
  }

  private long pool() {
    if (!reader.get(POOL_ENABLED)) {
      return 0;
    }
    int bufferBytes = reader.get(POOL_BUFFER_BYTES);
    // HBase reckons that each handler reads one answer while another is being sent.
    int buffersOfHandler = POOL_BYTES_OF_HALF_A_HANDLER / bufferBytes * 2;
    long buffers =
        reader
            .find(POOL_BUFFERS)
            .map(Integer::longValue)
            .orElseGet(() -> (long) reader.get(HANDLERS) * buffersOfHandler);
    return buffers * bufferBytes;
  }

  /** Rounded up. */
  static long megabytes(long bytes) {
    return (bytes + (1L << 20) - 1) >> 20;
  }
}
