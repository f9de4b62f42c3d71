package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.EntryEngine;
import java.util.SplittableRandom;

/**
 * Random operations in one thread: 60 % insert an entry and 40 % delete a random one, each followed
 * by a read of a random entry.
 */
public final class RandomOperations {
  private static final int INSERT_PERCENT = 60;

  /** Headroom over the average number of entries at the end: the operations divided by this. */
  private static final int SPARE_SHARE = 100;

  private static final int SPARE = 100;

  private final EntryEngine engine;
  private final int operations;
  private final Data data;

  /** The numbers of the existing entries, followed by the unused numbers. */
  private final int[] numbers;

  /** Creates a measurement of an engine with at least {@link #maxEntries} numbers. */
  public RandomOperations(EntryEngine engine, int operations, int bytes) {
    this.engine = engine;
    this.operations = operations;
    this.data = new Data(bytes);
    this.numbers = new int[maxEntries(operations)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
  }

  /** Returns the maximum number of entries, at which operations delete instead of insert. */
  public static int maxEntries(int operations) {
    long average = (long) operations * (2 * INSERT_PERCENT - 100) / 100;
    return (int) average + operations / SPARE_SHARE + SPARE;
  }

  /** Runs all operations once and returns the elapsed nanoseconds. */
  public long measure(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 0;
    long begin = System.nanoTime();
    for (int i = 0; i < operations; i++) {
      boolean insert = random.nextInt(100) < INSERT_PERCENT;
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
