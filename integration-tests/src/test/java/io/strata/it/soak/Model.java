package io.strata.it.soak;

import io.strata.it.correctness.Versions;

/**
 * What the table holds: for each row the version of its values, and how far its counter is. A row
 * is written by one thread at a time; all threads may read.
 *
 * @param values versions of the values
 * @param counters what increments have made of the counters, each time one more
 */
record Model(Versions values, Versions counters) {

  static Model of(int rows) {
    return new Model(new Versions(rows), new Versions(rows));
  }

  int rows() {
    return values.rows();
  }

  /**
   * What was acknowledged when a read began: it may show this or what came later.
   *
   * @param version of the values
   * @param counter of increments
   */
  record Floor(int version, int counter) {}

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

  /** Whether anything was written to the row, or sent to be, since a read began. */
  boolean isChanged(int row, Floor since) {
    return values.sent(row) > since.version() || counters.sent(row) > since.counter();
  }
}
