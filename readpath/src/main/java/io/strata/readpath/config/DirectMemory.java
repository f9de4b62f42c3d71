package io.strata.readpath.config;

import static io.strata.readpath.config.HBaseKeys.HANDLERS;
import static io.strata.readpath.config.HBaseKeys.OFF_HEAP_MEMSTORE;
import static io.strata.readpath.config.HBaseKeys.POOL_BUFFERS;
import static io.strata.readpath.config.HBaseKeys.POOL_BUFFER_BYTES;
import static io.strata.readpath.config.HBaseKeys.POOL_ENABLED;

import java.util.Locale;

/** Checks that the off-heap tier and HBase's own direct buffers fit the JVM's direct memory. */
final class DirectMemory {
  private static final int POOL_BYTES_OF_HALF_A_HANDLER = 2 << 20;

  private final SettingReader reader;

  DirectMemory(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Rejects a size that does not fit.
   *
   * @param need what the process takes
   * @param limit bytes of direct memory that the JVM allows
   * @throws InvalidSettingException with the limit to set
   */
  void requireFits(MemoryNeed need, long limit) {
    long bytes = need.tier();
    long flash = need.flash();
    long others = need.buffers() + flash;
    if (bytes <= limit - others) {
      return;
    }
    long needed = (megabytes(bytes) + megabytes(others)) << 20;
    throw reader.reject(
        OffHeapKeys.SIZE,
        "needs %s of direct memory, including %s for HBase's own buffers%s; the JVM allows %s"
            .formatted(
                shown(needed),
                shown(need.buffers()),
                flash == 0 ? "" : " and %s for the flash tier".formatted(shown(flash)),
                shownDown(limit)),
        "set -XX:MaxDirectMemorySize=%dm or lower the size".formatted(needed >> 20));
  }

  /** Returns the bytes of direct memory that HBase's buffer pool and memstores may grow to. */
  long takenByHBase() {
    return pool() + (reader.get(OFF_HEAP_MEMSTORE) << 20);
  }

  private long pool() {
    if (!reader.get(POOL_ENABLED)) {
      return 0;
    }
    int bufferBytes = reader.get(POOL_BUFFER_BYTES);
    // HBase assumes that each handler reads one response while another is being sent.
    int buffersOfHandler = POOL_BYTES_OF_HALF_A_HANDLER / bufferBytes * 2;
    long buffers =
        reader
            .find(POOL_BUFFERS)
            .map(Integer::longValue)
            .orElseGet(() -> (long) reader.get(HANDLERS) * buffersOfHandler);
    return buffers * bufferBytes;
  }

  /** Returns megabytes, rounded up. */
  static long megabytes(long bytes) {
    return (bytes + (1L << 20) - 1) >> 20;
  }

  /** Returns text such as {@code 4,150 MB}, rounded up: for what is needed. */
  static String shown(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", megabytes(bytes));
  }

  /** Returns text such as {@code 4,150 MB}, rounded down: for what there is. */
  static String shownDown(long bytes) {
    return String.format(Locale.ROOT, "%,d MB", bytes >> 20);
  }
}
