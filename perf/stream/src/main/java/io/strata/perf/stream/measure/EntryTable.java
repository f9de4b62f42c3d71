package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.EntryEngine;

/** Inserts, then reads, then deletes all entries in order, in one thread. */
public final class EntryTable {
  private final EntryEngine engine;
  private final int entries;
  private final Data data = new Data(Scale.SMALL);

  /** Creates a measurement of an engine with at least as many numbers. */
  public EntryTable(EntryEngine engine, int entries) {
    this.engine = engine;
    this.entries = entries;
  }

  /** Nanoseconds of all operations of each kind. */
  public record Times(long insert, long get, long delete) {}

  /** Runs all operations once. */
  public Times measure() {
    long begin = System.nanoTime();
    for (int i = 0; i < entries; i++) {
      engine.insert(i, data.of(i));
    }
    long inserted = System.nanoTime();
    for (int i = 0; i < entries; i++) {
      data.check(i, engine.read(i, data.into()));
    }
    long got = System.nanoTime();
    for (int i = 0; i < entries; i++) {
      engine.delete(i);
    }
    long deleted = System.nanoTime();
    return new Times(inserted - begin, got - inserted, deleted - got);
  }
}
