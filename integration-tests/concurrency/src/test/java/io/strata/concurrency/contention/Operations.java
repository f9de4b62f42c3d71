package io.strata.concurrency.contention;

/** The operations of a store whose stores are recorded. */
public interface Operations extends AutoCloseable {
  /** Inserts a block. */
  void insert(String file, long offset);

  /** Reads a cached block. */
  void hit(String file, long offset);

  /** Evicts a cached block. */
  void evict(String file, long offset);

  /** Waits until background work is done. */
  void awaitQuiet();

  @Override
  void close();
}
