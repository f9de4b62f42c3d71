package io.strata.readpath.config;

import static io.strata.readpath.config.Honoured.BY_HBASE;
import static io.strata.readpath.config.Honoured.BY_STRATA;
import static io.strata.readpath.config.Honoured.noMeaning;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.wholeNumber;

import java.util.List;

/**
 * The keys of the first tier and of the cache as a whole: {@code hfile.block.cache.*}, {@code
 * hbase.blockcache.*} and {@code hbase.lru.*}.
 */
final class OnHeapKeys {
  private static final Honoured NO_LRU = noMeaning("the on-heap tier is not HBase's LRU cache");

  static final SettingKey<Float> SHARE =
      new SettingKey<>(
          "hfile.block.cache.size",
          share(),
          "share of the heap",
          "0.4",
          "The on-heap tier, which holds index and bloom blocks; what it has no room for goes off"
              + " the heap.",
          BY_STRATA);
  static final SettingKey<Long> BYTES =
      new SettingKey<>(
          "hfile.block.cache.memory.size",
          ValueType.bytes(),
          "bytes",
          "",
          "The same as an absolute size (k, m, g allowed), which goes before the share.",
          BY_STRATA);
  static final SettingKey<Long> FIXED_BYTES =
      new SettingKey<>(
          "hfile.onheap.block.cache.fixed.size",
          wholeNumber(0, Long.MAX_VALUE),
          "bytes",
          "0",
          "An upper bound for the on-heap tier; 0 is none.",
          BY_STRATA);
  static final SettingKey<Float> MIN_RANGE =
      new SettingKey<>(
          "hfile.block.cache.size.min.range",
          share(),
          "share of the heap",
          "",
          "The least that HBase's heap tuner may leave the on-heap tier; the tuner resizes Strata's.",
          BY_HBASE);
  static final SettingKey<Float> MAX_RANGE =
      new SettingKey<>(
          "hfile.block.cache.size.max.range",
          share(),
          "share of the heap",
          "",
          "The most that HBase's heap tuner may give the on-heap tier.",
          BY_HBASE);
  static final SettingKey<Integer> BLOCK_BYTES =
      new SettingKey<>(
              "hbase.blockcache.minblocksize",
              integer(256, Integer.MAX_VALUE),
              "bytes",
              "65536",
              "The size that a block is expected to have, by which the cache's tables are laid out.",
              BY_STRATA)
          .changedBy(Reload.BLOCK_BYTES);
  static final SettingKey<Integer> OLD_BLOCK_BYTES =
      new SettingKey<>(
              "hbase.offheapcache.minblocksize",
              integer(256, Integer.MAX_VALUE),
              "bytes",
              "",
              "The old name of hbase.blockcache.minblocksize.",
              BY_STRATA)
          .changedBy(Reload.BLOCK_BYTES);
  static final SettingKey<Integer> STATS_PERIOD_MINUTES =
      new SettingKey<>(
              "hbase.blockcache.stats.period.minutes",
              integer(1, 1 << 20),
              "minutes",
              "5",
              "Length of a period of the rolling statistics.",
              BY_STRATA)
          .changedBy(Reload.STATS_PERIOD);
  static final SettingKey<Integer> STATS_PERIODS =
      new SettingKey<>(
              "hbase.blockcache.stats.periods",
              integer(1, 1 << 20),
              "periods",
              "12",
              "Number of periods in the rolling statistics.",
              BY_STRATA)
          .changedBy(Reload.STATS_PERIODS);
  static final SettingKey<Boolean> USE_EXTERNAL =
      new SettingKey<>(
          "hbase.blockcache.use.external",
          ValueType.bool(),
          "true/false",
          "false",
          "Whether HBase puts a second tier of another make behind its own; true refuses the start.",
          BY_STRATA);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          SHARE,
          BYTES,
          FIXED_BYTES,
          MIN_RANGE,
          MAX_RANGE,
          new SettingKey<>(
              "hfile.block.cache.policy",
              ValueType.oneOf("LRU", "TinyLFU", "AdaptiveLRU", "IndexOnlyLRU"),
              "name",
              "LRU",
              "How the on-heap tier evicts.",
              noMeaning("the on-heap tier always evicts by W-TinyLFU")),
          BLOCK_BYTES,
          OLD_BLOCK_BYTES,
          STATS_PERIOD_MINUTES,
          STATS_PERIODS,
          USE_EXTERNAL,
          new SettingKey<>(
              "hbase.blockcache.external.class",
              ValueType.text(),
              "class",
              "",
              "The class of that other second tier.",
              noMeaning("Strata is the second tier")),
          new SettingKey<>(
              "hbase.lru.blockcache.acceptable.factor",
              share(),
              "share",
              "0.99",
              "How full HBase's on-heap cache may be before a round of eviction.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.blockcache.min.factor",
              share(),
              "share",
              "0.95",
              "How full a round of eviction leaves HBase's on-heap cache.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.blockcache.hard.capacity.limit.factor",
              decimal(1, 1e6f),
              "times the size",
              "1.2",
              "How far HBase's on-heap cache may overshoot its size.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.blockcache.single.percentage",
              share(),
              "share",
              "0.25",
              "Share for blocks that were read once.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.blockcache.multi.percentage",
              share(),
              "share",
              "0.50",
              "Share for blocks that were read again.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.blockcache.memory.percentage",
              share(),
              "share",
              "0.25",
              "Share for blocks of in-memory column families.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.rs.inmemoryforcemode",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether in-memory blocks may take the whole on-heap cache.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.max.block.size",
              wholeNumber(1, Long.MAX_VALUE),
              "bytes",
              "16777216",
              "The largest block that HBase's on-heap cache takes.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.cache.heavy.eviction.count.limit",
              integer(0, Integer.MAX_VALUE),
              "rounds",
              "2147483647",
              "When AdaptiveLRU starts to refuse blocks.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.cache.heavy.eviction.mb.size.limit",
              wholeNumber(0, Long.MAX_VALUE),
              "MB",
              "500",
              "How much eviction is heavy to AdaptiveLRU.",
              NO_LRU),
          new SettingKey<>(
              "hbase.lru.cache.heavy.eviction.overhead.coefficient",
              decimal(0, 1),
              "factor",
              "0.01",
              "How fast AdaptiveLRU refuses more blocks.",
              NO_LRU));

  private OnHeapKeys() {}
}
