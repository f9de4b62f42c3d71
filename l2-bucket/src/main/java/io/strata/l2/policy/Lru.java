package io.strata.l2.policy;

import java.util.Map;

/**
 * What was read least recently goes: the reference that other policies are measured against. Blocks
 * of in-memory families stay as if they had been read four times as recently. Thread-safe.
 */
final class Lru implements Policy {
  private static final int IN_MEMORY_FACTOR = 4;

  private final Turnover turnover;

  Lru(Turnover turnover) {
    this.turnover = turnover;
  }

  @Override
  public int read(int mark) {
    return Turnover.stamped(mark, turnover.now());
  }

  @Override
  public int arrive(long key, int bytes, boolean inMemory) {
    return turnover.advance(bytes) | (inMemory ? IN_MEMORY : 0);
  }

  @Override
  public long rank(int mark) {
    int age = turnover.since(mark);
    return (mark & IN_MEMORY) == 0 ? (long) age * IN_MEMORY_FACTOR : age;
  }

  /** A mark says when a block was read last, which may be when it came in. */
  @Override
  public boolean wasReadAgain(int mark) {
    return false;
  }

  @Override
  public void gone(long key, int mark, int bytes, boolean forRoom) {}

  @Override
  public Map<String, Double> state() {
    return Map.of("turnovers", turnover.turnovers());
  }
}
