package io.strata.flash;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a store. Thread-safe. */
final class Counters {
  final LongAdder inserts = new LongAdder();
  final LongAdder acceptedBytes = new LongAdder();
  private final Map<Rejection, LongAdder> rejected = new EnumMap<>(Rejection.class);

  Counters() {
    for (Rejection each : Rejection.values()) {
      rejected.put(each, new LongAdder());
    }
  }

  void reject(Rejection reason) {
    Objects.requireNonNull(rejected.get(reason)).increment();
  }

  Map<Rejection, Long> rejected() {
    Map<Rejection, Long> counts = new EnumMap<>(Rejection.class);
    rejected.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
