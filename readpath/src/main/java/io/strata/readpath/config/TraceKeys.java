package io.strata.readpath.config;

import static io.strata.readpath.config.Honoured.BY_STRATA;
import static io.strata.readpath.config.ValueType.integer;

import java.nio.file.Path;
import java.util.List;

/** The keys of the recorder of block accesses: {@code strata.trace.*}. */
final class TraceKeys {
  private static final String PREFIX = SettingKeys.STRATA_PREFIX + "trace.";

  static final SettingKey<Boolean> ENABLED =
      new SettingKey<>(
              PREFIX + "enabled",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether each access to the cache is recorded to files; update_config switches it.",
              BY_STRATA)
          .changedBy(Reload.TRACE);
  static final SettingKey<Path> DIR =
      new SettingKey<>(
              PREFIX + "dir",
              ValueType.path(),
              "path",
              "",
              "The folder for these files on a local disk, made if it is absent; one for each"
                  + " RegionServer.",
              BY_STRATA)
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.TRACE);
  static final SettingKey<Long> MAX_BYTES =
      new SettingKey<>(
              PREFIX + "max.bytes",
              ValueType.bytes(),
              "bytes",
              "1g",
              "How much all files in that folder may take together (k, m, g allowed).",
              BY_STRATA)
          .changedBy(Reload.TRACE);
  static final SettingKey<Integer> FILES =
      new SettingKey<>(
              PREFIX + "files",
              integer(2, 10_000),
              "files",
              "8",
              "How many files that is divided between; the oldest is deleted for the next.",
              BY_STRATA)
          .changedBy(Reload.TRACE);
  static final SettingKey<Boolean> HASH_NAMES =
      new SettingKey<>(
              PREFIX + "hash.names",
              ValueType.bool(),
              "true/false",
              "false",
              "Whether files of tables are named by a hash, with a salt that is new with each start.",
              BY_STRATA)
          .changedBy(Reload.TRACE);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL = List.of(ENABLED, DIR, MAX_BYTES, FILES, HASH_NAMES);

  private TraceKeys() {}
}
