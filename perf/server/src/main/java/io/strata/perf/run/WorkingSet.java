package io.strata.perf.run;

import io.strata.perf.data.RunFacts;

/**
 * How much of the data a client asks for, against the size of the cache: HBASE-11323's four.
 * BucketCache leaves up to a third of its memory empty, so that what must fit into every cache is
 * that much smaller.
 */
enum WorkingSet {
  ALL_HITS("all-hits", "All hits", 0.6, false, "All that is asked for is in the cache."),
  FEW_MISSES(
      "few-misses",
      "A few misses",
      1.1,
      false,
      "What is asked for is a little more than the cache holds."),
  MANY_MISSES(
      "many-misses",
      "Many misses, inside the OS cache",
      2.0,
      false,
      "What is asked for is twice the cache; the operating system still has all of it in memory."),
  MOSTLY_MISSES(
      "mostly-misses",
      "Mostly misses",
      3.0,
      true,
      "What is asked for is three times the cache, and the operating system is made to forget its"
          + " pages each second, so that misses reach the disk.");

  private final String id;
  private final String title;
  private final double shareOfCache;
  private final boolean withoutOsCache;
  private final String description;

  WorkingSet(
      String id, String title, double shareOfCache, boolean withoutOsCache, String description) {
    this.id = id;
    this.title = title;
    this.shareOfCache = shareOfCache;
    this.withoutOsCache = withoutOsCache;
    this.description = description;
  }

  String id() {
    return id;
  }

  /** Bytes of the part of the table that is read. */
  long bytes(Memory memory) {
    return (long) (shareOfCache * memory.cacheBytes());
  }

  boolean withoutOsCache() {
    return withoutOsCache;
  }

  /**
   * The table that is read. Where the operating system is to forget, it has one of its own: it
   * would have to read the other anew for the next server.
   */
  String table() {
    return withoutOsCache ? "cold-cells" : "cells";
  }

  /** Bytes of that table: what the largest loading reads of it. */
  long tableBytes(Memory memory) {
    return (withoutOsCache ? MOSTLY_MISSES : MANY_MISSES).bytes(memory);
  }

  RunFacts.Load facts() {
    return new RunFacts.Load(id, title, description);
  }
}
