package io.strata.it.correctness;

import java.util.concurrent.atomic.LongAdder;

/** Counts the observations of readers of a {@link TwoFamilyTable}. Thread-safe. */
final class RowTally {
  final LongAdder gets = new LongAdder();
  final LongAdder scanned = new LongAdder();
  final LongAdder scansAcrossMoves = new LongAdder();

  /** Rows whose families had different versions, by kind of read. */
  final LongAdder mixedInGets = new LongAdder();

  final LongAdder mixedWithoutMoves = new LongAdder();
  final LongAdder mixedAcrossMoves = new LongAdder();

  /** Values that were never written. */
  final LongAdder wrongBytes = new LongAdder();

  @Override
  public String toString() {
    return ("%s rows by get, %s mixed; %s rows by scan, %s mixed; %s scans across moves, %s rows of"
            + " them mixed; %s wrong values")
        .formatted(
            gets,
            mixedInGets,
            scanned,
            mixedWithoutMoves,
            scansAcrossMoves,
            mixedAcrossMoves,
            wrongBytes);
  }
}
