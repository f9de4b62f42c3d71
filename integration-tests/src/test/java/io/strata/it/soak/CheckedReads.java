package io.strata.it.soak;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows in every way and compares each with the model. Not thread-safe.
 *
 * <p>A get must return the row as it was at one time between its beginning and its end. The same
 * holds for each row of a scan, with the exceptions that HBase makes with any cache ({@code
 * ScanPromisesIT}): when a region was reopened during the scan, a row that was written during the
 * scan may be returned in its old state, in parts, or not at all, and a deleted row in an old
 * state; when regions were merged, any row may; and so may any row of a reverse scan when a region
 * was flushed. No scan may return bytes that were never written. Each row that HBase returned
 * wrongly is read again by a get, which must be right.
 */
final class CheckedReads {
  private static final int ROWS_TO_A_MULTI_GET = 30;
  private static final int TABLE_SCAN_EVERY = 400;

  private final Table table;
  private final Model model;
  private final RowCheck check;
  private final Transitions transitions;
  private final Tally tally;
  private final Random random;

  /** Rows that HBase returned wrongly in the current scan. */
  private int excused;

  CheckedReads(Table table, Model model, Transitions transitions, Tally tally, long seed) {
    this.table = table;
    this.model = model;
    this.check = new RowCheck(model);
    this.transitions = transitions;
    this.tally = tally;
    this.random = new Random(seed);
  }

  /** Performs a random read. */
  void readSomething() throws IOException {
    int rows = model.rows();
    if (random.nextInt(TABLE_SCAN_EVERY) == 0) {
      scan(ScanPlan.ofTable(rows));
      return;
    }
    switch (random.nextInt(12)) {
      case 0 -> scan(ScanPlan.ofRange(Operation.SCAN, random, rows));
      case 1 -> scan(ScanPlan.ofRange(Operation.REVERSE_SCAN, random, rows));
      case 2 -> scan(ScanPlan.ofRange(Operation.FILTERED_SCAN, random, rows));
      case 3, 4, 5 -> multiGet(random.ints(ROWS_TO_A_MULTI_GET, 0, rows).toArray());
      default -> get(random.nextInt(rows));
    }
  }

  void get(int row) throws IOException {
    Model.Floor floor = model.floor(row);
    Result result = table.get(new Get(RowCheck.key(row)));
    tally.add(Operation.GET);
    tally.add(Operation.ROW_READ);
    insist("get", row, result, floor);
  }

  void multiGet(int... rows) throws IOException {
    Model.Floor[] floors = Arrays.stream(rows).mapToObj(model::floor).toArray(Model.Floor[]::new);
    Result[] results =
        table.get(Arrays.stream(rows).mapToObj(row -> new Get(RowCheck.key(row))).toList());
    tally.add(Operation.MULTI_GET);
    for (int i = 0; i < rows.length; i++) {
      tally.add(Operation.ROW_READ);
      insist("multi-get", rows[i], results[i], floors[i]);
    }
  }

  private void insist(String read, int row, Result result, Model.Floor floor) {
    String wrong = check.corrupt(row, result);
    if (wrong == null) {
      wrong = check.untimely(row, result, SoakFamily.ALL, floor);
    }
    if (wrong != null) {
      throw new WrongAnswer(read + " of " + wrong);
    }
  }

  void scan(ScanPlan plan) throws IOException {
    Transitions.Moment begin = transitions.now();
    Model.Floor[] floors = model.floors(plan.from(), plan.to());
    int expected = plan.first();
    excused = 0;
    try (ResultScanner results = table.getScanner(plan.scan())) {
      for (Result result : results) {
        int found = RowCheck.row(result.getRow());
        while (expected != found && plan.holds(expected)) {
          judge(plan, expected, null, floors, begin);
          expected += plan.step();
        }
        if (expected != found) {
          throw new WrongAnswer(plan + " shows row " + found + " twice, or out of order");
        }
        judge(plan, found, result, floors, begin);
        expected += plan.step();
      }
    }
    for (; plan.holds(expected); expected += plan.step()) {
      judge(plan, expected, null, floors, begin);
    }
    tally.add(plan.operation());
    if (transitions.reopenedSince(begin)) {
      tally.add(
          transitions.mergedSince(begin)
              ? Operation.SCAN_OVER_MERGE
              : Operation.SCAN_OVER_REOPENING);
    }
    if (plan.reversed() && transitions.flushedSince(begin)) {
      tally.add(Operation.REVERSE_SCAN_OVER_FLUSH);
    }
    if (excused > 0) {
      tally.add(Operation.SCAN_WRONG_BY_HBASE);
    }
  }

  private void judge(
      ScanPlan plan,
      int row,
      @Nullable Result shown,
      Model.Floor[] floors,
      Transitions.Moment begin)
      throws IOException {
    tally.add(Operation.ROW_READ);
    Result result = shown == null ? Result.EMPTY_RESULT : shown;
    Model.Floor floor = floors[row - plan.from()];
    String wrong = check.corrupt(row, result);
    if (wrong != null) {
      throw new WrongAnswer(plan + ": " + wrong);
    }
    wrong = check.untimely(row, result, plan.families(), floor);
    if (wrong == null) {
      return;
    }
    boolean mayBeWrong =
        transitions.mergedSince(begin)
            || (plan.reversed() && transitions.flushedSince(begin))
            || (transitions.reopenedSince(begin)
                && (floor.isAbsent() || model.isChanged(row, floor)));
    if (!mayBeWrong) {
      throw new WrongAnswer(plan + ": " + wrong);
    }
    excused++;
    tally.add(Operation.ROW_WRONG_BY_HBASE);
    get(row);
  }
}
