package io.strata.l2.policy;

import java.util.Map;

/**
 * What was read least recently goes: the reference that other policies are measured against. Blocks
 * of in-memory families stay as if they had been read four times as recently. Thread-safe.
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

  /** Policy bits says when a block was read last, which may be when it came in. */
  @Override
  public boolean wasReadAgain(int bits) {
    return false;
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forRoom) {}

  @Override
  public Map<String, Double> state() {
    return Map.of("turnovers", clock.turnovers());
  }
}
