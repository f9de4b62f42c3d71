package io.strata.readpath.config;

import static io.strata.readpath.config.Support.BY_HBASE;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.wholeNumber;

import java.util.List;

/** The keys by which HBase decides what to cache, and those of other users of the memory. */
final class HBaseKeys {
  static final SettingKey<Float> MEMSTORE_SHARE =
      SettingKey.of(
              "hbase.regionserver.global.memstore.size",
              decimal(0, 0.8f),
              "share of the heap",
              "0.4")
          .means(
              "Heap for the memstores. Together with the on-heap tier, at most four fifths of the"
                  + " heap.")
          .by(BY_HBASE);
  static final SettingKey<Float> OLD_MEMSTORE_SHARE =
      SettingKey.of(
              "hbase.regionserver.global.memstore.upperLimit",
              decimal(0, 0.8f),
              "share of the heap",
              "")
          .means("The old name of hbase.regionserver.global.memstore.size.")
          .by(BY_HBASE);
  static final SettingKey<Long> MEMSTORE_BYTES =
      SettingKey.of(
              "hbase.regionserver.global.memstore.memory.size", ValueType.bytes(), "bytes", "")
          .means("Absolute size of the memstores; overrides the share (HBase 2.6.6 and later).")
          .by(BY_HBASE);
  static final SettingKey<Long> MIN_FREE_HEAP =
      SettingKey.of("hbase.regionserver.free.heap.min.memory.size", ValueType.bytes(), "bytes", "")
          .means(
              "Heap that must stay free beside the memstores and the on-heap tier; a fifth if not"
                  + " set.")
          .by(BY_HBASE);
  static final SettingKey<Long> OFF_HEAP_MEMSTORE =
      SettingKey.of(
              "hbase.regionserver.offheap.global.memstore.size",
              wholeNumber(0, 1L << 40),
              "MB",
              "0")
          .means("Direct memory for the memstores; counts towards -XX:MaxDirectMemorySize.")
          .by(BY_HBASE);
  static final SettingKey<Boolean> POOL_ENABLED =
      SettingKey.of("hbase.server.allocator.pool.enabled", ValueType.bool(), "true/false", "true")
          .means("Whether HBase uses a pool of direct buffers for requests and responses.")
          .by(BY_HBASE);
  static final SettingKey<Integer> POOL_BUFFERS =
      SettingKey.of(
              "hbase.server.allocator.max.buffer.count",
              integer(0, Integer.MAX_VALUE),
              "buffers",
              "")
          .means(
              "Number of buffers in that pool; counts towards -XX:MaxDirectMemorySize. If not set,"
                  + " 4 MB for each handler.")
          .by(BY_HBASE);
  static final SettingKey<Integer> POOL_BUFFER_BYTES =
      SettingKey.of(
              "hbase.server.allocator.buffer.size", integer(1, Integer.MAX_VALUE), "bytes", "66560")
          .means("Size of each buffer in that pool.")
          .by(BY_HBASE);
  static final SettingKey<Integer> HANDLERS =
      SettingKey.of(
              "hbase.regionserver.handler.count", integer(1, Integer.MAX_VALUE), "threads", "30")
          .means("Number of request handlers; determines the size of that pool.")
          .by(BY_HBASE);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          SettingKey.of("hbase.block.data.cacheonread", ValueType.bool(), "true/false", "true")
              .means("Whether data blocks are cached when they are read.")
              .by(BY_HBASE),
          SettingKey.of("hbase.block.data.cachecompressed", ValueType.bool(), "true/false", "false")
              .means(
                  "Whether data blocks are cached in their on-disk format, compressed and"
                      + " encrypted.")
              .by(BY_HBASE),
          SettingKey.of("hbase.rs.cacheblocksonwrite", ValueType.bool(), "true/false", "false")
              .means("Whether data blocks are cached when a flush writes them.")
              .by(BY_HBASE),
          SettingKey.of("hfile.block.index.cacheonwrite", ValueType.bool(), "true/false", "false")
              .means("Whether index blocks are cached when they are written.")
              .by(BY_HBASE),
          SettingKey.of("hfile.block.bloom.cacheonwrite", ValueType.bool(), "true/false", "false")
              .means("Whether bloom blocks are cached when they are written.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.rs.cachecompactedblocksonwrite", ValueType.bool(), "true/false", "false")
              .means("Whether data blocks are cached when a compaction writes them.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.rs.cachecompactedblocksonwrite.threshold",
                  wholeNumber(0, Long.MAX_VALUE),
                  "bytes",
                  "9223372036854775807")
              .means("Size of the largest compaction whose blocks are cached.")
              .by(BY_HBASE),
          SettingKey.of("hbase.rs.evictblocksonclose", ValueType.bool(), "true/false", "false")
              .means("Whether the blocks of a file are evicted when the file is closed.")
              .by(BY_HBASE),
          SettingKey.of("hbase.rs.evictblocksonsplit", ValueType.bool(), "true/false", "true")
              .means(
                  "Whether the blocks of a region are evicted when it is split (HBase 2.6 and"
                      + " later).")
              .by(BY_HBASE),
          SettingKey.of("hbase.rs.prefetchblocksonopen", ValueType.bool(), "true/false", "false")
              .means("Whether all blocks of a file are read into the cache when it is opened.")
              .by(BY_HBASE),
          SettingKey.of("hbase.rs.prefetchheapusage", decimal(0, 1), "share of the heap", "1.0")
              .means("How full the heap may be while files are prefetched (HBase 3).")
              .by(BY_HBASE),
          SettingKey.of("hbase.hfile.prefetch.delay", integer(0, Integer.MAX_VALUE), "ms", "1000")
              .means("Delay between the opening of a file and its prefetch.")
              .by(BY_HBASE),
          SettingKey.of("hbase.hfile.prefetch.delay.variation", share(), "share", "0.2")
              .means("Random variation of that delay.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.hfile.drop.behind.compaction", ValueType.bool(), "true/false", "true")
              .means(
                  "Whether a compaction asks the DataNode to drop its reads from the page cache.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.regionserver.datatiering.enable", ValueType.bool(), "true/false", "false")
              .means("Whether HBase distinguishes hot and cold files (HBase 2.6 and later).")
              .by(BY_HBASE),
          SettingKey.of("hbase.hstore.datatiering.type", ValueType.text(), "name", "NONE")
              .means("How HBase classifies files as hot or cold.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.hstore.datatiering.hot.age.millis",
                  wholeNumber(0, Long.MAX_VALUE),
                  "ms",
                  "604800000")
              .means("The age at which a file becomes cold.")
              .by(BY_HBASE),
          SettingKey.of(
                  "hbase.hstore.datatiering.grace.period.millis",
                  wholeNumber(0, Long.MAX_VALUE),
                  "ms",
                  "0")
              .means("Grace period before a cold file is evicted.")
              .by(BY_HBASE),
          MEMSTORE_SHARE,
          MEMSTORE_BYTES,
          OLD_MEMSTORE_SHARE,
          MIN_FREE_HEAP,
          OFF_HEAP_MEMSTORE,
          POOL_ENABLED,
          POOL_BUFFERS,
          POOL_BUFFER_BYTES,
          HANDLERS);

  private HBaseKeys() {}
}
