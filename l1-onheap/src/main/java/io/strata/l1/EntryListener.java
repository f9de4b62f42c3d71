package io.strata.l1;

/**
 * Receives each entry that is added to the tier and, exactly once, its removal.
 *
 * <p>Both methods run on the thread that puts or removes the entry or, for an eviction, on any
 * thread that performs Caffeine's maintenance, possibly a reader. They must return quickly, must
 * not block, and must not call the tier. Exceptions of {@link #left} are logged by Caffeine and
 * otherwise lost.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface EntryListener<K, V> {

  /** Why an entry was removed. */
  enum Cause {
    /** It was evicted to stay within the maximum weight. */
    EVICTED,
    /** The same key was put again. */
    REPLACED,
    /** It was removed by a call: by key, by group, by clearing or by closing. */
    REMOVED
  }

  /** Called before any thread can find {@code entry}. */
  void added(TierEntry<K, V> entry);

  /** Called when no thread can find {@code entry} any more. */
  void left(TierEntry<K, V> entry, Cause cause);

  /** Returns a listener that does nothing. */
  static <K, V> EntryListener<K, V> none() {
    return new EntryListener<>() {
      @Override
      public void added(TierEntry<K, V> entry) {}

      @Override
      public void left(TierEntry<K, V> entry, Cause cause) {}
    };
  }
}
