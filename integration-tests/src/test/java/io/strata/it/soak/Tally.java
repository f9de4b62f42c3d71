package io.strata.it.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts operations. Thread-safe. */
final class Tally {
  private final Map<Operation, LongAdder> counts = new EnumMap<>(Operation.class);

  Tally() {
    for (Operation operation : Operation.values()) {
      counts.put(operation, new LongAdder());
    }
  }

  void add(Operation operation) {
    Objects.requireNonNull(counts.get(operation)).increment();
  }

  long of(Operation operation) {
    return Objects.requireNonNull(counts.get(operation)).sum();
  }

  /** Returns the number of requests to HBase. */
  long requests() {
    return Operation.REQUESTS.stream().mapToLong(this::of).sum();
  }
}
