package io.strata.readpath.config;

import static io.strata.readpath.config.ValueType.integer;

import java.nio.file.Path;
import java.util.List;

/** The keys of the recorder of block accesses: {@code strata.trace.*}. */
final class TraceKeys {
  private static final String PREFIX = SettingKeys.STRATA_PREFIX + "trace.";

  static final SettingKey<Boolean> ENABLED =
      SettingKey.of(PREFIX + "enabled", ValueType.bool(), "true/false", "false")
          .means("Whether each access to the cache is recorded in files.")
          .changedBy(Reload.TRACE);
  static final SettingKey<Path> DIR =
      SettingKey.of(PREFIX + "dir", ValueType.path(), "path", "")
          .means(
              "Directory for the trace files on a local disk, created if absent; each RegionServer"
                  + " needs its own.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.TRACE);
  static final SettingKey<Long> MAX_BYTES =
      SettingKey.of(PREFIX + "max.bytes", ValueType.bytes(), "bytes", "1g")
          .means("Maximum size of all trace files together (k, m, g allowed).")
          .changedBy(Reload.TRACE);
  static final SettingKey<Integer> FILES =
      SettingKey.of(PREFIX + "files", integer(2, 10_000), "files", "8")
          .means("Number of trace files; the oldest is deleted for the next.")
          .changedBy(Reload.TRACE);
  static final SettingKey<Boolean> HASH_NAMES =
      SettingKey.of(PREFIX + "hash.names", ValueType.bool(), "true/false", "false")
          .means("Whether the names of HFiles are hashed, with a new salt at each start.")
          .changedBy(Reload.TRACE);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL = List.of(ENABLED, DIR, MAX_BYTES, FILES, HASH_NAMES);

  private TraceKeys() {}
}
