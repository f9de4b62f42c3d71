package io.strata.perf.stream.engine;

/**
 * A cache of entries that are known by a number. What is given is copied into it, and what is read
 * is copied out of it. Threads may use it at a time if they use different numbers, but for engines
 * that say otherwise.
 */
public interface EntryEngine extends AutoCloseable {
  /** Adds an entry of all these bytes under a number that has none. */
  void insert(int number, byte[] data);

  /**
   * Copies an entry to the beginning of an array.
   *
   * @return how many bytes it has
   */
  int read(int number, byte[] into);

  /** Removes the entry of a number that has one. */
  void delete(int number);

  /** The bytes that the engine was told it may take; of those on the heap, the whole heap. */
  long configuredBytes();

  /** Lets go of everything. */
  @Override
  void close();
}
