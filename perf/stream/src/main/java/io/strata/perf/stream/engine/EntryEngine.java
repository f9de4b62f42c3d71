package io.strata.perf.stream.engine;

/**
 * A cache of entries by number. It copies data on insert and on read. Threads may use it
 * concurrently if they use different numbers, unless an engine states otherwise.
 */
public interface EntryEngine extends AutoCloseable {
  /** Inserts an entry under a number that has none. */
  void insert(int number, byte[] data);

  /**
   * Copies an entry to the start of an array.
   *
   * @return the length of the entry, in bytes
   */
  int read(int number, byte[] into);

  /** Removes the entry of a number that has one. */
  void delete(int number);

  /** Returns the configured capacity in bytes; for on-heap engines, the maximum heap. */
  long configuredBytes();

  /** Frees all resources. */
  @Override
  void close();
}
