package io.strata.readpath.config;

import io.strata.l2.compress.Compression;
import io.strata.l2.policy.Policies;
import io.strata.readpath.compress.Algorithms;
import java.nio.file.Path;
import java.util.List;

/** The keys that HBase's own cache does not have. */
final class StrataKeys {
  static final SettingKey<Boolean> MEMORY_CHECK =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "physical.memory.check",
              ValueType.bool(),
              "true/false",
              "true")
          .means(
              "Whether a configuration that does not fit the memory of the container or machine refuses"
                  + " the start; false makes it a warning.");

  static final SettingKey<String> POLICY =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.policy",
              ValueType.oneOf(Policies.titles().toArray(String[]::new)),
              "name",
              Policies.DEFAULT.title())
          .means(
              "Which block of the off-heap tier goes when another needs its room: the one that is"
                  + " likely to be read last, by W-TinyLFU, by S3-FIFO, or the one read least recently.")
          .changedBy(Reload.POLICY);

  static final SettingKey<String> COMPRESSION =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.compression",
              ValueType.oneOf(Algorithms.names().toArray(String[]::new)),
              "name",
              Algorithms.NONE)
          .means(
              "How blocks of the off-heap tier are compressed that would be evicted and are likely to"
                  + " be read again, where that costs less than to read them from their files.")
          .changedBy(Reload.COMPRESSION);

  static final SettingKey<Integer> COMPRESSION_CPU =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.compression.cpu",
              ValueType.integer(1, 100),
              "%",
              Integer.toString(Compression.CPU_PERCENT))
          .means("Processor time for compressing blocks, at most, in percent of one core.")
          .changedBy(Reload.COMPRESSION);

  static final SettingKey<List<Path>> OFFHEAP_PATH =
      SettingKey.of(SettingKeys.STRATA_PREFIX + "offheap.path", ValueType.paths(), "path,path", "")
          .means(
              "Where the off-heap tier's memory outlives the process: a file on a file system in"
                  + " memory, such as /dev/shm, or some with commas between; direct memory when not set.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.ENGINE);

  static final SettingKey<Boolean> OFFHEAP_ENCRYPTED =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.encrypted",
              ValueType.bool(),
              "true/false",
              "false")
          .means(
              "Whether blocks of encrypted families are cached, in the clear, in memory that outlives the"
                  + " process (strata.offheap.path).")
          .changedBy(Reload.ENGINE);

  static final SettingKey<List<Quota>> QUOTAS =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "offheap.quotas", ValueType.quotas(), "table=25%", "")
          .means(
              "How much of the off-heap tier a table or a family (table/family) may keep while others"
                  + " want room, with commas between: a share, or bytes such as 10g.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.QUOTAS);

  static final SettingKey<Integer> METRICS_TABLES =
      SettingKey.of(
              SettingKeys.STRATA_PREFIX + "metrics.tables",
              ValueType.integer(0, 100_000),
              "tables",
              "100")
          .means(
              "How many tables have metrics of their own, those with the most bytes in the off-heap"
                  + " tier; all others are summed up as (other), 0 sums up all.")
          .changedBy(Reload.METRICS_TABLES);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          OFFHEAP_PATH,
          OFFHEAP_ENCRYPTED,
          POLICY,
          COMPRESSION,
          COMPRESSION_CPU,
          QUOTAS,
          METRICS_TABLES,
          MEMORY_CHECK);

  private StrataKeys() {}
}
