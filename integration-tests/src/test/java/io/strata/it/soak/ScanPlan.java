package io.strata.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Pair;

/**
 * A scan, and the rows that it must return.
 *
 * @param operation as which it is counted
 * @param from lowest row
 * @param to highest row plus 1
 * @param every step between the rows: 1 or 10
 * @param families the families to read
 * @param caching rows per call
 * @param type the server's read type
 */
record ScanPlan(
    Operation operation,
    int from,
    int to,
    int every,
    List<SoakFamily> families,
    int caching,
    Scan.ReadType type) {
  private static final int[] CACHINGS = {1, 7, 50, 1_000};
  private static final int SHORT = 400;
  private static final int TENTH = 10;

  /** Returns a scan of the whole table. */
  static ScanPlan ofTable(int rows) {
    return new ScanPlan(
        Operation.TABLE_SCAN, 0, rows, 1, SoakFamily.ALL, SHORT, Scan.ReadType.DEFAULT);
  }

  /** Returns a scan of a range of the table. */
  static ScanPlan ofRange(Operation operation, Random random, int rows) {
    int length = 1 + random.nextInt(SHORT);
    int from = random.nextInt(rows - length);
    int caching = CACHINGS[random.nextInt(CACHINGS.length)];
    Scan.ReadType[] types = Scan.ReadType.values();
    List<SoakFamily> families = random.nextBoolean() ? SoakFamily.ALL : some(random);
    int every = operation == Operation.FILTERED_SCAN ? TENTH : 1;
    return new ScanPlan(
        operation,
        from,
        from + length,
        every,
        families,
        caching,
        types[random.nextInt(types.length)]);
  }

  private static List<SoakFamily> some(Random random) {
    return SoakFamily.ALL.stream()
        .filter(family -> family == RowCheck.COUNTED || random.nextInt(3) == 0)
        .toList();
  }

  boolean reversed() {
    return operation == Operation.REVERSE_SCAN;
  }

  /** Returns the first row and the step. */
  int first() {
    int lowest = (from + every - 1) / every * every;
    return reversed() ? to - 1 : lowest;
  }

  int step() {
    return reversed() ? -every : every;
  }

  /** Returns whether a row is still in the range. */
  boolean holds(int row) {
    return from <= row && row < to && row % every == 0;
  }

  Scan scan() {
    Scan scan =
        reversed()
            ? new Scan()
                .setReversed(true)
                .withStartRow(RowCheck.key(to), false)
                .withStopRow(RowCheck.key(from), true)
            : new Scan().withStartRow(RowCheck.key(from)).withStopRow(RowCheck.key(to));
    if (families.size() < SoakFamily.ALL.size()) {
      families.forEach(family -> scan.addFamily(family.bytes()));
    }
    if (every > 1) {
      scan.setFilter(lastDigitZero());
    }
    return scan.setCaching(caching).setReadType(type);
  }

  /** Returns a filter with which the server seeks from row to row. */
  private static FuzzyRowFilter lastDigitZero() {
    byte[] key = RowCheck.key(0);
    byte[] any = new byte[key.length];
    Arrays.fill(any, "row".getBytes(UTF_8).length, key.length - 1, (byte) 1);
    return new FuzzyRowFilter(List.of(new Pair<>(key, any)));
  }

  @Override
  public String toString() {
    return "%s of rows %d to %d, %s, %d to a call, %s"
        .formatted(operation.title(), from, to - 1, families, caching, type);
  }
}
