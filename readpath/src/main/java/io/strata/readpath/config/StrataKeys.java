package io.strata.readpath.config;

import io.strata.l2.compress.Compression;
import io.strata.l2.policy.Policies;
import io.strata.readpath.compress.Algorithms;
import java.nio.file.Path;
import java.util.List;

/** Strata's own keys, except those of flash and traces. */
final class StrataKeys {
  static final SettingKey<Boolean> MEMORY_CHECK =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "physical.memory.check",
              ValueType.bool(),
              "true/false",
              "true")
          .means(
              "Whether a configuration that does not fit the memory of the container or machine"
                  + " fails startup; if false, a warning is logged.");

  static final SettingKey<String> POLICY =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.policy",
              ValueType.oneOf(Policies.titles().toArray(String[]::new)),
              "name",
              Policies.DEFAULT.title())
          .means(
              "Eviction policy of the off-heap tier: reuse-distance (predicted), w-tiny-lfu,"
                  + " s3-fifo or lru.")
          .changedBy(Reload.POLICY);

  static final SettingKey<String> COMPRESSION =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.compression",
              ValueType.oneOf(Algorithms.names().toArray(String[]::new)),
              "name",
              Algorithms.NONE)
          .means(
              "Compression (lz4, zstd) of blocks of the off-heap tier that would be evicted and are"
                  + " likely to be read again, if decompression is cheaper than a read of the"
                  + " HFile.")
          .changedBy(Reload.COMPRESSION);

  static final SettingKey<Integer> COMPRESSION_CPU =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.compression.cpu",
              ValueType.integer(1, 100),
              "%",
              Integer.toString(Compression.CPU_PERCENT))
          .means("Maximum CPU time for compression, in percent of one core.")
          .changedBy(Reload.COMPRESSION);

  static final SettingKey<Boolean> DICTIONARIES =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.compression.dictionaries",
              ValueType.bool(),
              "true/false",
              "false")
          .means(
              "Whether zstd uses a dictionary for each family whose blocks of up to 16 KB become at"
                  + " least a tenth smaller with it. Needs zstd-jni on the class path, as in"
                  + " HBase's distribution.")
          .changedBy(Reload.COMPRESSION);

  static final SettingKey<List<Path>> OFFHEAP_PATH =
      SettingKey.of(SettingKeys.STRATA_PREFIX + "offheap.path", ValueType.paths(), "path,path", "")
          .means(
              "Files for the off-heap tier's memory, separated by commas, on a file system in"
                  + " memory such as /dev/shm, so that the memory outlives the process; direct"
                  + " memory if not set.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.ENGINE);

  static final SettingKey<Boolean> OFFHEAP_ENCRYPTED =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.encrypted",
              ValueType.bool(),
              "true/false",
              "false")
          .means(
              "Whether blocks of encrypted families are cached in plain text in memory that"
                  + " outlives the process (strata.offheap.path).")
          .changedBy(Reload.ENGINE);

  static final SettingKey<List<Quota>> QUOTAS =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.quotas", ValueType.quotas(), "table=25%", "")
          .means(
              "Quotas of tables and families (table/family), separated by commas: the share of the"
                  + " off-heap tier, or bytes such as 10g, that their blocks may keep while other"
                  + " blocks need memory.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.QUOTAS);

  static final SettingKey<Integer> METRICS_TABLES =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "metrics.tables",
              ValueType.integer(0, 100_000),
              "tables",
              "100")
          .means(
              "Number of tables with metrics of their own: those with the most bytes in the"
                  + " off-heap tier. All others are summed up as (other).")
          .changedBy(Reload.METRICS_TABLES);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          OFFHEAP_PATH,
          OFFHEAP_ENCRYPTED,
          POLICY,
          COMPRESSION,
          COMPRESSION_CPU,
          DICTIONARIES,
          QUOTAS,
          METRICS_TABLES,
          MEMORY_CHECK);

  private StrataKeys() {}
}
