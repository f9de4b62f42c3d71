package io.strata.it.correctness;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The model: for each row the last version sent and the last version acknowledged. A read that
 * began after an acknowledgement and ended before a sending must return a version between them.
 * Each row is written by one thread at a time; all threads may read.
 */
public final class Versions {
  private final AtomicIntegerArray sent;
  private final AtomicIntegerArray acknowledged;

  public Versions(int rows) {
    sent = new AtomicIntegerArray(rows);
    acknowledged = new AtomicIntegerArray(rows);
  }

  public int rows() {
    return sent.length();
  }

  /** Returns the next version of a row, which is about to be sent. */
  public int next(int row) {
    return sent.incrementAndGet(row);
  }

  public void acknowledge(int row, int version) {
    acknowledged.set(row, version);
  }

  public int acknowledged(int row) {
    return acknowledged.get(row);
  }

  public int sent(int row) {
    return sent.get(row);
  }

  int[] allAcknowledged() {
    int[] copy = new int[rows()];
    for (int row = 0; row < copy.length; row++) {
      copy[row] = acknowledged.get(row);
    }
    return copy;
  }
}
