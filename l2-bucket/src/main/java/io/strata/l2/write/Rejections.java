package io.strata.l2.write;

import io.strata.l2.count.BlockKinds;
import io.strata.l2.count.KindCounter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Counts rejections by reason and kind of block. Thread-safe. */
final class Rejections {
  /** The attributes assumed for a block whose source fails to return them. */
  private static final long UNKNOWN = 0;

  private final EnumMap<Rejection, KindCounter> counts = new EnumMap<>(Rejection.class);

  Rejections(BlockKinds kinds) {
    for (Rejection reason : Rejection.values()) {
      counts.put(reason, new KindCounter(kinds));
    }
  }

  /** Counts a block that is not released yet. */
  void count(Rejection reason, BlockSource source) {
    counter(reason).count(attributesOf(source));
  }

  private static long attributesOf(BlockSource source) {
    try {
      return source.attributes();
    } catch (RuntimeException | Error e) {
      // The rejection is counted even if the source fails.
      return UNKNOWN;
    }
  }

  /** Returns {@code figure} of each reason's counter. */
  <T> Map<Rejection, T> snapshot(Function<KindCounter, T> figure) {
    Map<Rejection, T> all = new EnumMap<>(Rejection.class);
    for (Rejection reason : Rejection.values()) {
      all.put(reason, figure.apply(counter(reason)));
    }
    return all;
  }

  private KindCounter counter(Rejection reason) {
    return Objects.requireNonNull(counts.get(reason));
  }
}
