package io.strata.readpath.config;

import static io.strata.readpath.config.HBaseKeys.MEMSTORE_BYTES;
import static io.strata.readpath.config.HBaseKeys.MEMSTORE_SHARE;
import static io.strata.readpath.config.HBaseKeys.MIN_FREE_HEAP;
import static io.strata.readpath.config.HBaseKeys.OLD_MEMSTORE_SHARE;
import static io.strata.readpath.config.OnHeapKeys.BYTES;
import static io.strata.readpath.config.OnHeapKeys.FIXED_BYTES;
import static io.strata.readpath.config.OnHeapKeys.SHARE;

/**
 * Reads the size of the on-heap tier by HBase's rules: an absolute size takes precedence over a
 * share of the heap, a fixed size bounds both, and a fifth of the heap must stay free beside the
 * memstores.
 */
final class HeapShare {
  private static final float MIN_SHARE = 0.0001f;
  private static final float DEFAULT_MEMSTORE_SHARE = 0.4f;
  private static final float DEFAULT_FREE_SHARE = 0.2f;

  private final SettingReader reader;
  private final long maxHeap;

  HeapShare(SettingReader reader, long maxHeap) {
    this.reader = reader;
    this.maxHeap = maxHeap;
  }

  /**
   * Returns the bytes of the heap for the on-heap tier.
   *
   * @throws InvalidSettingException if that is 0, more than the heap, or more than the memstores
   *     leave
   */
  long bytes() {
    long absolute = reader.find(BYTES).orElse(0L);
    SettingKey<?> key = absolute > 0 ? BYTES : SHARE;
    float share = absolute > 0 ? (float) absolute / maxHeap : reader.get(SHARE);
    if (share <= MIN_SHARE) {
      throw reader.reject(
          key,
          "leaves no heap for index and bloom blocks",
          "set hfile.block.cache.size to a share of the heap such as 0.2");
    }
    requireFits(key, share);
    long bytes = absolute > 0 ? absolute : (long) (maxHeap * share);
    long fixed = reader.get(FIXED_BYTES);
    return fixed > 0 ? Math.min(fixed, bytes) : bytes;
  }

  /** Returns the bytes of the heap that the memstores may grow to. */
  long memstoreBytes() {
    return (long) (maxHeap * memstores());
  }

  /** Compares whole per cents, as HBase does. */
  private void requireFits(SettingKey<?> key, float share) {
    float memstores = memstores();
    float free =
        reader.find(MIN_FREE_HEAP).map(b -> (float) b / maxHeap).orElse(DEFAULT_FREE_SHARE);
    int left = 100 - percent(free) - percent(memstores);
    if (percent(share) > left) {
      throw reader.reject(
          key,
          "takes %d %% of the heap; the memstores take %d %%, and %d %% must stay free"
              .formatted(percent(share), percent(memstores), percent(free)),
          "lower it to at most %d %%, or lower %s"
              .formatted(Math.max(0, left), MEMSTORE_SHARE.name()));
    }
  }

  private float memstores() {
    float share =
        reader
            .find(MEMSTORE_BYTES)
            .map(bytes -> (float) bytes / maxHeap)
            .or(() -> reader.find(MEMSTORE_SHARE))
            .or(() -> reader.find(OLD_MEMSTORE_SHARE))
            .orElse(DEFAULT_MEMSTORE_SHARE);
    return share > 0 ? share : DEFAULT_MEMSTORE_SHARE;
  }

  private static int percent(float share) {
    return (int) (share * 100);
  }
}
