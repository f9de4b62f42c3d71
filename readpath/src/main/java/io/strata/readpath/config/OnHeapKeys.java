package io.strata.readpath.config;

import static io.strata.readpath.config.Support.BY_HBASE;
import static io.strata.readpath.config.Support.ignored;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.wholeNumber;

import java.util.List;

/**
 * The keys of the on-heap tier and of the cache as a whole: {@code hfile.block.cache.*}, {@code
 * hbase.blockcache.*} and {@code hbase.lru.*}.
 */
final class OnHeapKeys {
  private static final Support NO_LRU = ignored("the on-heap tier is not HBase's LRU cache");

  static final SettingKey<Float> SHARE =
      SettingKey.of("hfile.block.cache.size", share(), "share of the heap", "0.4")
          .means(
              "Size of the on-heap tier, which stores index and bloom blocks; those that it evicts"
                  + " go to the off-heap tier.");
  static final SettingKey<Long> BYTES =
      SettingKey.of("hfile.block.cache.memory.size", ValueType.bytes(), "bytes", "")
          .means("Absolute size of the on-heap tier (k, m, g allowed); overrides the share.");
  static final SettingKey<Long> FIXED_BYTES =
      SettingKey.of(
              "hfile.onheap.block.cache.fixed.size", wholeNumber(0, Long.MAX_VALUE), "bytes", "0")
          .means("Upper bound of the on-heap tier; 0 for none.");
  static final SettingKey<Float> MIN_RANGE =
      SettingKey.of("hfile.block.cache.size.min.range", share(), "share of the heap", "")
          .means("Minimum to which HBase's heap tuner may shrink the on-heap tier.")
          .by(BY_HBASE);
  static final SettingKey<Float> MAX_RANGE =
      SettingKey.of("hfile.block.cache.size.max.range", share(), "share of the heap", "")
          .means("Maximum to which HBase's heap tuner may grow the on-heap tier.")
          .by(BY_HBASE);
  static final SettingKey<Integer> BLOCK_BYTES =
      SettingKey.of(
              "hbase.blockcache.minblocksize", integer(256, Integer.MAX_VALUE), "bytes", "65536")
          .means("Expected size of a block, by which the cache sizes its tables.")
          .changedBy(Reload.BLOCK_BYTES);
  static final SettingKey<Integer> OLD_BLOCK_BYTES =
      SettingKey.of("hbase.offheapcache.minblocksize", integer(256, Integer.MAX_VALUE), "bytes", "")
          .means("The old name of hbase.blockcache.minblocksize.")
          .changedBy(Reload.BLOCK_BYTES);
  static final SettingKey<Integer> STATS_PERIOD_MINUTES =
      SettingKey.of("hbase.blockcache.stats.period.minutes", integer(1, 1 << 20), "minutes", "5")
          .means("Length of a period of rolling statistics.")
          .changedBy(Reload.STATS_PERIOD);
  static final SettingKey<Integer> STATS_PERIODS =
      SettingKey.of("hbase.blockcache.stats.periods", integer(1, 1 << 20), "periods", "12")
          .means("Number of periods of rolling statistics.")
          .changedBy(Reload.STATS_PERIODS);
  static final SettingKey<Boolean> USE_EXTERNAL =
      SettingKey.of("hbase.blockcache.use.external", ValueType.bool(), "true/false", "false")
          .means("Whether HBase uses an external cache as its second tier; true fails startup.");

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          SHARE,
          BYTES,
          FIXED_BYTES,
          MIN_RANGE,
          MAX_RANGE,
          SettingKey.of(
                  "hfile.block.cache.policy",
                  ValueType.oneOf("LRU", "TinyLFU", "AdaptiveLRU", "IndexOnlyLRU"),
                  "name",
                  "LRU")
              .means("Eviction policy of the on-heap tier.")
              .by(ignored("the on-heap tier always uses W-TinyLFU")),
          BLOCK_BYTES,
          OLD_BLOCK_BYTES,
          STATS_PERIOD_MINUTES,
          STATS_PERIODS,
          USE_EXTERNAL,
          SettingKey.of("hbase.blockcache.external.class", ValueType.text(), "class", "")
              .means("Class of that external cache.")
              .by(ignored("Strata is the second tier")),
          SettingKey.of("hbase.lru.blockcache.acceptable.factor", share(), "share", "0.99")
              .means("Fill level at which HBase's on-heap cache starts an eviction round.")
              .by(NO_LRU),
          SettingKey.of("hbase.lru.blockcache.min.factor", share(), "share", "0.95")
              .means("Fill level at which an eviction round of HBase's on-heap cache ends.")
              .by(NO_LRU),
          SettingKey.of(
                  "hbase.lru.blockcache.hard.capacity.limit.factor",
                  decimal(1, 1e6f),
                  "times the size",
                  "1.2")
              .means("How far HBase's on-heap cache may exceed its size.")
              .by(NO_LRU),
          SettingKey.of("hbase.lru.blockcache.single.percentage", share(), "share", "0.25")
              .means("Share for blocks that were read once.")
              .by(NO_LRU),
          SettingKey.of("hbase.lru.blockcache.multi.percentage", share(), "share", "0.50")
              .means("Share for blocks that were read again.")
              .by(NO_LRU),
          SettingKey.of("hbase.lru.blockcache.memory.percentage", share(), "share", "0.25")
              .means("Share for blocks of in-memory column families.")
              .by(NO_LRU),
          SettingKey.of("hbase.lru.rs.inmemoryforcemode", ValueType.bool(), "true/false", "false")
              .means("Whether in-memory blocks may take the whole on-heap cache.")
              .by(NO_LRU),
          SettingKey.of(
                  "hbase.lru.max.block.size", wholeNumber(1, Long.MAX_VALUE), "bytes", "16777216")
              .means("Size of the largest block that HBase's on-heap cache accepts.")
              .by(NO_LRU),
          SettingKey.of(
                  "hbase.lru.cache.heavy.eviction.count.limit",
                  integer(0, Integer.MAX_VALUE),
                  "rounds",
                  "2147483647")
              .means("Number of eviction rounds after which AdaptiveLRU starts to reject blocks.")
              .by(NO_LRU),
          SettingKey.of(
                  "hbase.lru.cache.heavy.eviction.mb.size.limit",
                  wholeNumber(0, Long.MAX_VALUE),
                  "MB",
                  "500")
              .means("Amount of eviction that AdaptiveLRU considers heavy.")
              .by(NO_LRU),
          SettingKey.of(
                  "hbase.lru.cache.heavy.eviction.overhead.coefficient",
                  decimal(0, 1),
                  "factor",
                  "0.01")
              .means("How fast AdaptiveLRU rejects more blocks.")
              .by(NO_LRU));

  private OnHeapKeys() {}
}
