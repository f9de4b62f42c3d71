package io.strata.readpath.config;

import static io.strata.readpath.config.OffHeapKeys.ACCEPT_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MEMORY_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MIN_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.MULTI_FACTOR;
import static io.strata.readpath.config.OffHeapKeys.SINGLE_FACTOR;

import java.util.stream.Stream;

/** The checks of keys that HBase checks against each other, though they have no meaning here. */
final class CrossChecks {
  private static final float ROUNDING = 0.0001f;

  private final SettingReader reader;

  CrossChecks(SettingReader reader) {
    this.reader = reader;
  }

  void run() {
    reader.check(this::requireNoOtherSecondTier);
    reader.check(this::requireMinBelowAccept);
    reader.check(this::requireSumOfOne);
  }

  private void requireNoOtherSecondTier() {
    if (reader.get(OnHeapKeys.USE_EXTERNAL)) {
      throw reader.reject(
          OnHeapKeys.USE_EXTERNAL,
          "which puts a second tier of another make in Strata's place",
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
              ? "which is more than %s of %s".formatted(ACCEPT_FACTOR.name(), accept)
              : "which is less than %s of %s".formatted(MIN_FACTOR.name(), min),
          "remove both, as neither has a meaning here");
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
          "which with the other two of single, multi and memory.factor adds up to %s and not to 1"
              .formatted(sum),
          "remove all three, as none has a meaning here");
    }
  }

  private SettingKey<Float> firstSet() {
    return Stream.of(SINGLE_FACTOR, MULTI_FACTOR, MEMORY_FACTOR)
        .filter(key -> reader.text(key) != null)
        .findFirst()
        .orElse(SINGLE_FACTOR);
  }
}
