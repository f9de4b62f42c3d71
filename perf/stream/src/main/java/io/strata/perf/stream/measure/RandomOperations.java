package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.EntryEngine;
import java.util.SplittableRandom;

/**
 * Of each hundred operations sixty insert an entry and forty remove one of those that are there,
 * and after each a random one is read; one thread.
 */
public final class RandomOperations {
  private static final int INSERTS_OF_HUNDRED = 60;

  /** For chance, more entries than there are on average at the end: a share of the operations. */
  private static final int SPARE_SHARE = 100;

  private static final int SPARE = 100;

  private final EntryEngine engine;
  private final int operations;
  private final Data data;

  /** The numbers of the entries that are there, and behind them of those that are not. */
  private final int[] numbers;

  /** Of an engine that has as many numbers as {@link #mostEntries} says. */
  public RandomOperations(EntryEngine engine, int operations, int bytes) {
    this.engine = engine;
    this.operations = operations;
    this.data = new Data(bytes);
    this.numbers = new int[mostEntries(operations)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
  }

  /** So many entries are there at most, of so many operations: then one is removed instead. */
  public static int mostEntries(int operations) {
    long average = (long) operations * (2 * INSERTS_OF_HUNDRED - 100) / 100;
    return (int) average + operations / SPARE_SHARE + SPARE;
  }

  /** Does all once; returns the nanoseconds that it took. */
  public long measure(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 0;
    long begin = System.nanoTime();
    for (int i = 0; i < operations; i++) {
      boolean insert = random.nextInt(100) < INSERTS_OF_HUNDRED;
      if (count == 0 || (insert && count < numbers.length)) {
        int number = numbers[count++];
        engine.insert(number, data.of(number));
      } else {
        int at = random.nextInt(count);
        int number = numbers[at];
        numbers[at] = numbers[--count];
        numbers[count] = number;
        engine.delete(number);
      }
      if (count > 0) {
        int number = numbers[random.nextInt(count)];
        data.check(number, engine.read(number, data.into()));
      }
    }
    long took = System.nanoTime() - begin;
    while (count > 0) {
      engine.delete(numbers[--count]);
    }
    return took;
  }
}
