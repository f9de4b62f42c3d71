package io.strata.l2.write;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts what was refused, by reason. Thread-safe. */
final class Refusals {
  private final EnumMap<Refusal, LongAdder> counts = new EnumMap<>(Refusal.class);

  Refusals() {
    for (Refusal reason : Refusal.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  void count(Refusal reason) {
    counter(reason).increment();
  }

  Map<Refusal, Long> snapshot() {
    Map<Refusal, Long> all = new EnumMap<>(Refusal.class);
    for (Refusal reason : Refusal.values()) {
      all.put(reason, counter(reason).sum());
    }
    return all;
  }

  private LongAdder counter(Refusal reason) {
    return Objects.requireNonNull(counts.get(reason));
  }
}
