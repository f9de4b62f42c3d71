package io.strata.l2.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A step of a sequence. It is repeatable, and its string representation is the line of code that
 * executes it.
 */
public final class Operation {
  /** Applies the step to the store and its model. */
  @FunctionalInterface
  interface Step {
    void run(Trial trial) throws Exception;
  }

  private final String code;
  private final Step step;

  private Operation(Step step, String name, Object... arguments) {
    this.code =
        Arrays.stream(arguments)
            .map(each -> each instanceof String text ? '"' + text + '"' : each.toString())
            .collect(Collectors.joining(", ", name + "(", ")"));
    this.step = step;
  }

  void run(Trial trial) throws Exception {
    step.run(trial);
  }

  @Override
  public String toString() {
    return code;
  }

  static Operation insert(String file, long offset, int length, boolean inMemory) {
    Step step = trial -> trial.insert(file, offset, length, inMemory);
    return new Operation(step, "insert", file, offset, length, inMemory);
  }

  static Operation insertFailing(String file, long offset, int length) {
    Step step = trial -> trial.insertFailing(file, offset, length);
    return new Operation(step, "insertFailing", file, offset, length);
  }

  static Operation burst(String file, long offset, int count, int length) {
    Step step = trial -> trial.burst(file, offset, count, length);
    return new Operation(step, "burst", file, offset, count, length);
  }

  static Operation read(String file, long offset) {
    return new Operation(trial -> trial.read(file, offset), "read", file, offset);
  }

  static Operation readAll(String file) {
    return new Operation(trial -> trial.readAll(file), "readAll", file);
  }

  static Operation packSome(String file) {
    return new Operation(trial -> trial.packSome(file), "packSome", file);
  }

  static Operation makeMissesFast(boolean fast) {
    return new Operation(trial -> trial.makeMissesFast(fast), "makeMissesFast", fast);
  }

  static Operation setPacking(boolean on) {
    return new Operation(trial -> trial.setPacking(on), "setPacking", on);
  }

  static Operation pin(String file, long offset) {
    return new Operation(trial -> trial.pin(file, offset), "pin", file, offset);
  }

  static Operation unpin(int which) {
    return new Operation(trial -> trial.unpin(which), "unpin", which);
  }

  static Operation evict(String file, long offset) {
    return new Operation(trial -> trial.evict(file, offset), "evict", file, offset);
  }

  static Operation evictFile(String file) {
    return new Operation(trial -> trial.evictFile(file), "evictFile", file);
  }

  static Operation evictRange(String file, long from, long to) {
    return new Operation(trial -> trial.evictRange(file, from, to), "evictRange", file, from, to);
  }

  static Operation holdWriters() {
    return new Operation(Trial::holdWriters, "holdWriters");
  }

  static Operation releaseWriters() {
    return new Operation(Trial::releaseWriters, "releaseWriters");
  }

  static Operation retainInFlight(String file, long offset) {
    Step step = trial -> trial.retainInFlight(file, offset);
    return new Operation(step, "retainInFlight", file, offset);
  }

  static Operation releaseInFlight(int which) {
    return new Operation(trial -> trial.releaseInFlight(which), "releaseInFlight", which);
  }

  static Operation resize(int buckets) {
    return new Operation(trial -> trial.resize(buckets), "resize", buckets);
  }

  static Operation resizeWithoutMemory(int buckets) {
    Step step = trial -> trial.resizeWithoutMemory(buckets);
    return new Operation(step, "resizeWithoutMemory", buckets);
  }

  static Operation walk() {
    return new Operation(Trial::walk, "walk");
  }

  /** Executes another operation with the interrupt flag set, and checks that it still is. */
  static Operation interrupted(Operation other) {
    Step step =
        trial -> {
          Thread.currentThread().interrupt();
          other.run(trial);
          trial.expectInterrupted();
        };
    return new Operation(step, "interrupted", other);
  }
}
