package io.strata.it.soak;

import io.strata.it.correctness.Content;
import io.strata.it.correctness.Versions;

/**
 * The contents of the table: for each row the version of its values, and its counter. Each row is
 * written by one thread at a time; all threads may read.
 *
 * @param values versions of the values
 * @param counters values of the counters, which each increment raises by 1
 */
record Model(Versions values, Versions counters) {

  static Model of(int rows) {
    return new Model(new Versions(rows), new Versions(rows));
  }

  int rows() {
    return values.rows();
  }

  /**
   * The acknowledged state at the beginning of a read, which may return this or a later one.
   *
   * @param version of the values
   * @param counter of increments
   */
  record Floor(int version, int counter) {
    /** Returns whether the row has no cell. */
    boolean isAbsent() {
      return Content.isAbsent(version) && counter == 0;
    }
  }

  Floor floor(int row) {
    return new Floor(values.acknowledged(row), counters.acknowledged(row));
  }

  Floor[] floors(int from, int to) {
    Floor[] floors = new Floor[to - from];
    for (int row = from; row < to; row++) {
      floors[row - from] = floor(row);
    }
    return floors;
  }

  /** Returns whether a write of the row was sent or acknowledged since a read began. */
  boolean isChanged(int row, Floor since) {
    return values.sent(row) > since.version() || counters.sent(row) > since.counter();
  }
}
