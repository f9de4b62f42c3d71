package io.strata.readpath.config;

import static io.strata.readpath.config.Honoured.BY_STRATA;

import java.util.List;

/** The keys that HBase's own cache does not have. */
final class StrataKeys {
  static final SettingKey<Boolean> MEMORY_CHECK =
      new SettingKey<>(
          SettingKeys.STRATA_PREFIX + "physical.memory.check",
          ValueType.bool(),
          "true/false",
          "true",
          "Whether a configuration that does not fit the memory of the container or machine refuses"
              + " the start; false makes it a warning.",
          BY_STRATA);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL = List.of(MEMORY_CHECK);

  private StrataKeys() {}
}
