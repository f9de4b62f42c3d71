package io.strata.flash;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What a store counts. Thread-safe. */
final class Counters {
  final LongAdder offered = new LongAdder();
  final LongAdder acceptedBytes = new LongAdder();
  private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);

  Counters() {
    for (Refusal each : Refusal.values()) {
      refused.put(each, new LongAdder());
    }
  }

  void refuse(Refusal reason) {
    Objects.requireNonNull(refused.get(reason)).increment();
  }

  Map<Refusal, Long> refused() {
    Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
    refused.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
