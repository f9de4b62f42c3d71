package io.strata.readpath.config;

import static io.strata.readpath.config.OffHeapKeys.ACCEPT_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MEMORY_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MIN_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MULTI_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.SINGLE_FACTOR;

import java.util.stream.Stream;

/** Checks keys that HBase checks against each other, although they have no effect with Strata. */
final class CrossChecks {
  private static final float ROUNDING = 0.0001f;

  private final SettingReader reader;

  CrossChecks(SettingReader reader) {
    this.reader = reader;
  }

  void run() {
    reader.check(this::requireNoExternalCache);
    reader.check(this::requireMinBelowAccept);
    reader.check(this::requireSumOfOne);
  }

  private void requireNoExternalCache() {
    if (reader.get(OnHeapKeys.USE_EXTERNAL)) {
      throw reader.reject(
          OnHeapKeys.USE_EXTERNAL,
          "replaces Strata's off-heap tier with another cache",
          "remove it");
    }
  }

  private void requireMinBelowAccept() {
    float min = reader.get(MIN_FACTOR);
    float accept = reader.get(ACCEPT_FACTOR);
    if (min > accept) {
      boolean minIsSet = reader.text(MIN_FACTOR) != null;
      throw reader.reject(
          minIsSet ? MIN_FACTOR : ACCEPT_FACTOR,
          minIsSet
              ? "more than %s=%s".formatted(ACCEPT_FACTOR.name(), accept)
              : "less than %s=%s".formatted(MIN_FACTOR.name(), min),
          "remove both: they have no effect with Strata");
    }
  }

  private void requireSumOfOne() {
    float sum =
        Stream.of(SINGLE_FACTOR, MULTI_FACTOR, MEMORY_FACTOR)
            .map(reader::get)
            .reduce(0f, Float::sum);
    if (Math.abs(sum - 1) > ROUNDING) {
      throw reader.reject(
          firstSet(),
          "the single, multi and memory factors add up to %s instead of 1".formatted(sum),
          "remove all three: they have no effect with Strata");
    }
  }

  private SettingKey<Float> firstSet() {
    return Stream.of(SINGLE_FACTOR, MULTI_FACTOR, MEMORY_FACTOR)
        .filter(key -> reader.text(key) != null)
        .findFirst()
        .orElse(SINGLE_FACTOR);
  }
}
