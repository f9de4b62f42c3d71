package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.EntryEngine;

/** Inserts entries one after the other, reads them all, and deletes them all; one thread. */
public final class EntryTable {
  private final EntryEngine engine;
  private final int entries;
  private final Data data = new Data(Scale.SMALL);

  /** Of an engine that has at least as many numbers. */
  public EntryTable(EntryEngine engine, int entries) {
    this.engine = engine;
    this.entries = entries;
  }

  /** Nanoseconds that all operations of a kind took. */
  public record Times(long insert, long get, long delete) {}

  /** Does all once. */
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
