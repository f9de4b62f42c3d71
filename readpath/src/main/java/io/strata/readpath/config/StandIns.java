package io.strata.readpath.config;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What is put in the place of a value that is wrong, so that what else is wrong is seen: the
 * default, or where that might be refused in its turn, another value that cannot be.
 */
final class StandIns {
  private static final String LEAST_SHARE = "0.001";
  private static final String LEAST_BYTES = "1m";
  private static final String DEFAULT = "";

  private static final Map<String, String> FACTORS =
      Map.of(
          OffHeapKeys.SINGLE_FACTOR.name(), DEFAULT,
          OffHeapKeys.MULTI_FACTOR.name(), DEFAULT,
          OffHeapKeys.MEMORY_FACTOR.name(), DEFAULT);

  private static final Map<String, String> ROUNDS =
      Map.of(
          OffHeapKeys.MIN_FACTOR.name(), DEFAULT,
          OffHeapKeys.ACCEPT_FACTOR.name(), DEFAULT);

  private static final Map<String, String> FLASH =
      Map.of(FlashKeys.PATH.name(), DEFAULT, FlashKeys.SIZE.name(), DEFAULT);

  /** Where several keys must fit together, all of them are replaced. */
  private static final Map<String, Map<String, String>> OTHERS =
      Map.ofEntries(
          Map.entry(
              OffHeapKeys.SIZE.name(),
              Map.of(OffHeapKeys.SIZE.name(), Integer.toString(OffHeapKeys.MIN_MEGABYTES))),
          Map.entry(OnHeapKeys.SHARE.name(), Map.of(OnHeapKeys.SHARE.name(), LEAST_SHARE)),
          Map.entry(
              OnHeapKeys.BYTES.name(),
              Map.of(OnHeapKeys.BYTES.name(), DEFAULT, OnHeapKeys.SHARE.name(), LEAST_SHARE)),
          Map.entry(
              HBaseKeys.MEMSTORE_SHARE.name(),
              Map.of(HBaseKeys.MEMSTORE_SHARE.name(), LEAST_SHARE)),
          Map.entry(
              HBaseKeys.OLD_MEMSTORE_SHARE.name(),
              Map.of(HBaseKeys.OLD_MEMSTORE_SHARE.name(), LEAST_SHARE)),
          Map.entry(
              HBaseKeys.MEMSTORE_BYTES.name(),
              Map.of(HBaseKeys.MEMSTORE_BYTES.name(), LEAST_BYTES)),
          Map.entry(
              HBaseKeys.MIN_FREE_HEAP.name(), Map.of(HBaseKeys.MIN_FREE_HEAP.name(), LEAST_BYTES)),
          Map.entry(OffHeapKeys.SINGLE_FACTOR.name(), FACTORS),
          Map.entry(OffHeapKeys.MULTI_FACTOR.name(), FACTORS),
          Map.entry(OffHeapKeys.MEMORY_FACTOR.name(), FACTORS),
          Map.entry(OffHeapKeys.MIN_FACTOR.name(), ROUNDS),
          Map.entry(OffHeapKeys.ACCEPT_FACTOR.name(), ROUNDS),
          Map.entry(FlashKeys.PATH.name(), FLASH),
          Map.entry(FlashKeys.SIZE.name(), FLASH),
          Map.entry(
              TraceKeys.DIR.name(),
              Map.of(TraceKeys.DIR.name(), DEFAULT, TraceKeys.ENABLED.name(), DEFAULT)));

  private StandIns() {}

  /**
   * Replaces the value of a key, and of those that must fit it.
   *
   * @param replaced takes the keys, and what stands there now; empty for the default
   * @return false if that was done before: another value does not help
   */
  static boolean replace(Configuration conf, String key, SortedMap<String, String> replaced) {
    if (replaced.containsKey(key)) {
      return false;
    }
    Map<String, String> values =
        key.equals(OffHeapKeys.IO_ENGINE.name())
            ? forEngine(conf)
            : OTHERS.getOrDefault(key, Map.of(key, DEFAULT));
    values.forEach((name, value) -> set(conf, name, value));
    replaced.putAll(values);
    return true;
  }

  /** The size of files is no size of memory. */
  private static Map<String, String> forEngine(Configuration conf) {
    String name = OffHeapKeys.IO_ENGINE.name();
    String engine = conf.getRaw(name);
    boolean isFile =
        engine != null
            && List.of("file", "mmap", "pmem").stream().anyMatch(engine.strip()::startsWith);
    String size = Integer.toString(OffHeapKeys.MIN_MEGABYTES);
    return isFile
        ? Map.of(name, "offheap", OffHeapKeys.SIZE.name(), size)
        : Map.of(name, "offheap");
  }

  private static void set(Configuration conf, String name, String value) {
    if (value.equals(DEFAULT)) {
      conf.unset(name);
    } else {
      conf.set(name, value);
    }
  }
}
