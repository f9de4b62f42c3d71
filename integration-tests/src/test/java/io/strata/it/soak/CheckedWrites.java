package io.strata.it.soak;

import io.strata.it.correctness.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * Writes rows of which it is the only writer, and updates the model. A row is written to all
 * families at once. Not thread-safe.
 */
final class CheckedWrites {
  private static final int BATCH = 10;

  private final Table table;
  private final Model model;
  private final Tally tally;
  private final Random random;
  private final int writer;
  private final int writers;

  /**
   * @param writer number of this writer; its rows are those with this remainder modulo {@code
   *     writers}
   */
  CheckedWrites(Table table, Model model, Tally tally, int writer, int writers) {
    this.table = table;
    this.model = model;
    this.tally = tally;
    this.random = new Random(writer);
    this.writer = writer;
    this.writers = writers;
  }

  /** Writes all rows once. */
  void writeAll() throws IOException, InterruptedException {
    List<Integer> rows = new ArrayList<>();
    for (int row = writer; row < model.rows(); row += writers) {
      rows.add(row);
      if (rows.size() == BATCH * BATCH) {
        batch(rows);
        rows.clear();
      }
    }
    batch(rows);
  }

  /** Performs a random write. */
  void writeSomething() throws IOException, InterruptedException {
    switch (random.nextInt(6)) {
      case 0, 1 ->
          batch(random.ints(BATCH, 0, model.rows()).mapToObj(this::mine).distinct().toList());
      case 2 -> checkAndPut(mine(random.nextInt(model.rows())));
      case 3 -> checkThatFails(mine(random.nextInt(model.rows())));
      default -> increment(mine(random.nextInt(model.rows())));
    }
  }

  private int mine(int row) {
    int nearest = row - row % writers + writer;
    return nearest < model.rows() ? nearest : writer;
  }

  private void batch(List<Integer> rows) throws IOException, InterruptedException {
    List<Row> mutations = new ArrayList<>();
    int[] versions = new int[rows.size()];
    for (int i = 0; i < versions.length; i++) {
      int row = rows.get(i);
      versions[i] = model.values().next(row);
      mutations.add(mutation(row, versions[i]));
    }
    table.batch(mutations, new Object[versions.length]);
    for (int i = 0; i < versions.length; i++) {
      model.values().acknowledge(rows.get(i), versions[i]);
    }
    tally.add(Operation.BATCH_WRITE);
  }

  private Row mutation(int row, int version) {
    if (Content.isAbsent(version)) {
      tally.add(Operation.DELETED_ROW);
      return deletion(row, version);
    }
    return put(row, version);
  }

  /** Returns a deletion of all values; the counter stays. */
  private static Delete deletion(int row, int version) {
    Delete delete = new Delete(RowCheck.key(row));
    SoakFamily.ALL.forEach(family -> delete.addColumns(family.bytes(), RowCheck.VALUE, version));
    return delete;
  }

  private static Put put(int row, int version) {
    Put put = new Put(RowCheck.key(row), version);
    SoakFamily.ALL.forEach(
        family -> put.addColumn(family.bytes(), RowCheck.VALUE, family.value(row, version)));
    return put;
  }

  private void checkAndPut(int row) throws IOException {
    int now = model.values().acknowledged(row);
    int next = model.values().next(row);
    if (!checkAndMutate(row, now, next)) {
      throw new WrongAnswer("check-and-put finds row " + row + " not at version " + now);
    }
    model.values().acknowledge(row, next);
    tally.add(Operation.CHECK_AND_PUT);
  }

  /** Expects a version that was never written, so that nothing may be written. */
  private void checkThatFails(int row) throws IOException {
    int now = model.values().acknowledged(row);
    int never = now + 1;
    if (checkAndMutate(row, Content.isAbsent(never) ? never + 1 : never, never)) {
      throw new WrongAnswer("check-and-put finds row " + row + " beyond version " + now);
    }
    tally.add(Operation.CHECK_AND_PUT_REFUSED);
  }

  private boolean checkAndMutate(int row, int expected, int next) throws IOException {
    SoakFamily family = SoakFamily.ALL.get(random.nextInt(SoakFamily.ALL.size()));
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(RowCheck.key(row));
    if (Content.isAbsent(expected)) {
      check.ifNotExists(family.bytes(), RowCheck.VALUE);
    } else {
      check.ifEquals(family.bytes(), RowCheck.VALUE, family.value(row, expected));
    }
    CheckAndMutate checked =
        Content.isAbsent(next) ? check.build(deletion(row, next)) : check.build(put(row, next));
    return table.checkAndMutate(checked).isSuccess();
  }

  private void increment(int row) throws IOException {
    int next = model.counters().next(row);
    long made =
        table.incrementColumnValue(
            RowCheck.key(row), RowCheck.COUNTED.bytes(), RowCheck.COUNTER, 1);
    if (made != next) {
      throw new WrongAnswer("an increment of row " + row + " makes " + made + ", not " + next);
    }
    model.counters().acknowledge(row, next);
    tally.add(Operation.INCREMENT);
  }
}
