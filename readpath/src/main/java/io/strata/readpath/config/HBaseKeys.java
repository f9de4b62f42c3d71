package io.strata.readpath.config;

import static io.strata.readpath.config.Honoured.BY_HBASE;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.wholeNumber;

import java.util.List;

/**
 * The keys with which HBase decides what it offers to the cache, and those that share memory with
 * it.
 */
final class HBaseKeys {
  static final SettingKey<Float> MEMSTORE_SHARE =
      new SettingKey<>(
          "hbase.regionserver.global.memstore.size",
          decimal(0, 0.8f),
          "share of the heap",
          "0.4",
          "Heap for the memstores; with the on-heap tier it must leave HBase a fifth of the heap.",
          BY_HBASE);
  static final SettingKey<Float> OLD_MEMSTORE_SHARE =
      new SettingKey<>(
          "hbase.regionserver.global.memstore.upperLimit",
          decimal(0, 0.8f),
          "share of the heap",
          "",
          "The old name of hbase.regionserver.global.memstore.size.",
          BY_HBASE);
  static final SettingKey<Long> MEMSTORE_BYTES =
      new SettingKey<>(
          "hbase.regionserver.global.memstore.memory.size",
          ValueType.bytes(),
          "bytes",
          "",
          "The same as an absolute size, which goes before the share (from HBase 2.6.6).",
          BY_HBASE);
  static final SettingKey<Long> MIN_FREE_HEAP =
      new SettingKey<>(
          "hbase.regionserver.free.heap.min.memory.size",
          ValueType.bytes(),
          "bytes",
          "",
          "The heap that must be left beside the memstores and the on-heap tier; a fifth when not set.",
          BY_HBASE);
  static final SettingKey<Long> OFF_HEAP_MEMSTORE =
      new SettingKey<>(
          "hbase.regionserver.offheap.global.memstore.size",
          wholeNumber(0, 1L << 40),
          "MB",
          "0",
          "Direct memory for the memstores; counted against -XX:MaxDirectMemorySize.",
          BY_HBASE);
  static final SettingKey<Boolean> POOL_ENABLED =
      new SettingKey<>(
          "hbase.server.allocator.pool.enabled",
          ValueType.bool(),
          "true/false",
          "true",
          "Whether HBase reads and answers through a pool of direct buffers.",
          BY_HBASE);
  static final SettingKey<Integer> POOL_BUFFERS =
      new SettingKey<>(
          "hbase.server.allocator.max.buffer.count",
          integer(0, Integer.MAX_VALUE),
          "buffers",
          "",
          "Buffers in that pool, 4 MB for each handler when not set; counted against -XX:MaxDirectMemorySize.",
          BY_HBASE);
  static final SettingKey<Integer> POOL_BUFFER_BYTES =
      new SettingKey<>(
          "hbase.server.allocator.buffer.size",
          integer(1, Integer.MAX_VALUE),
          "bytes",
          "66560",
          "Size of each buffer in that pool.",
          BY_HBASE);
  static final SettingKey<Integer> HANDLERS =
      new SettingKey<>(
          "hbase.regionserver.handler.count",
          integer(1, Integer.MAX_VALUE),
          "threads",
          "30",
          "Request handlers, by which that pool is sized.",
          BY_HBASE);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          new SettingKey<>(
              "hbase.block.data.cacheonread",
              ValueType.bool(),
              "true/false",
              "true",
              "Whether data blocks are cached when they are read.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.block.data.cachecompressed",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether data blocks are cached as they lie on disk, compressed and encrypted.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.cacheblocksonwrite",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether data blocks are cached when a flush writes them.",
              BY_HBASE),
          new SettingKey<>(
              "hfile.block.index.cacheonwrite",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether index blocks are cached when they are written.",
              BY_HBASE),
          new SettingKey<>(
              "hfile.block.bloom.cacheonwrite",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether bloom blocks are cached when they are written.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.cachecompactedblocksonwrite",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether data blocks are cached when a compaction writes them.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.cachecompactedblocksonwrite.threshold",
              wholeNumber(0, Long.MAX_VALUE),
              "bytes",
              "9223372036854775807",
              "The largest compaction whose blocks are cached.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.evictblocksonclose",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether the blocks of a file leave the cache when the file is closed.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.evictblocksonsplit",
              ValueType.bool(),
              "true/false",
              "true",
              "Whether the blocks of a region leave the cache when it is split (from HBase 2.6).",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.prefetchblocksonopen",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether all blocks of a file are read into the cache when it is opened.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.rs.prefetchheapusage",
              decimal(0, 1),
              "share of the heap",
              "1.0",
              "How full the heap may be while files are prefetched (HBase 3).",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hfile.prefetch.delay",
              integer(0, Integer.MAX_VALUE),
              "ms",
              "1000",
              "How long after the opening of a file its prefetch starts.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hfile.prefetch.delay.variation",
              share(),
              "share",
              "0.2",
              "How much that delay varies from file to file.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hfile.drop.behind.compaction",
              ValueType.bool(),
              "true/false",
              "true",
              "Whether a compaction asks the data node not to keep what it reads.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.regionserver.datatiering.enable",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether HBase tells hot files from cold ones (from HBase 2.6).",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hstore.datatiering.type",
              ValueType.text(),
              "name",
              "NONE",
              "How files are told to be hot or cold.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hstore.datatiering.hot.age.millis",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "604800000",
              "The age at which a file turns cold.",
              BY_HBASE),
          new SettingKey<>(
              "hbase.hstore.datatiering.grace.period.millis",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "0",
              "How much later a cold file is let go.",
              BY_HBASE),
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
