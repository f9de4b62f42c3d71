package io.strata.l2.policy;

import java.util.Map;

/**
 * Least recently used, the baseline of the other policies. Blocks of in-memory families rank as if
 * they had been read four times as recently. Thread-safe.
 */
final class Lru implements Policy {
  private static final int IN_MEMORY_FACTOR = 4;

  private final LogicalClock clock;

  Lru(LogicalClock clock) {
    this.clock = clock;
  }

  @Override
  public int onAccess(int bits) {
    return LogicalClock.stamped(bits, clock.now());
  }

  @Override
  public int onInsert(long key, int bytes, boolean inMemory) {
    return clock.advance(bytes) | (inMemory ? IN_MEMORY : 0);
  }

  @Override
  public long rank(int bits) {
    int age = clock.since(bits);
    return (bits & IN_MEMORY) == 0 ? (long) age * IN_MEMORY_FACTOR : age;
  }

  /** Returns false: the stamp is of the last read or, if there was none, of the insertion. */
  @Override
  public boolean wasReadAgain(int bits) {
    return false;
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forCapacity) {}

  @Override
  public Map<String, Double> state() {
    return Map.of("turnovers", clock.capacities());
  }
}
