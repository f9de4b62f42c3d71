package io.strata.perf.run;

import io.strata.perf.data.RunFacts;

/**
 * HBASE-11323's four sizes of the working set, relative to the cache. BucketCache leaves up to a
 * third of its memory unused, so the working set that must fit into every cache is that much
 * smaller.
 */
enum WorkingSet {
  ALL_HITS("all-hits", "All hits", 0.6, false, "The working set is in the cache."),
  FEW_MISSES(
      "few-misses",
      "A few misses",
      1.1,
      false,
      "The working set is slightly larger than the cache."),
  MANY_MISSES(
      "many-misses",
      "Many misses, inside the OS cache",
      2.0,
      false,
      "The working set is twice the cache; the page cache holds all of it."),
  MOSTLY_MISSES(
      "mostly-misses",
      "Mostly misses",
      3.0,
      true,
      "The working set is three times the cache, and its files are dropped from the page cache"
          + " each second, so that misses reach the disk.");

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

  /** Returns the bytes of the part of the table that is read. */
  long bytes(Memory memory) {
    return (long) (shareOfCache * memory.cacheBytes());
  }

  boolean withoutOsCache() {
    return withoutOsCache;
  }

  /**
   * Returns the table that is read. Working sets that are dropped from the page cache have a table
   * of their own: the other one would have to be read again for the next server.
   */
  String table() {
    return withoutOsCache ? "cold-cells" : "cells";
  }

  /** Returns the bytes of that table: of the largest working set on it. */
  long tableBytes(Memory memory) {
    return (withoutOsCache ? MOSTLY_MISSES : MANY_MISSES).bytes(memory);
  }

  RunFacts.LoadFacts facts() {
    return new RunFacts.LoadFacts(id, title, description);
  }
}
