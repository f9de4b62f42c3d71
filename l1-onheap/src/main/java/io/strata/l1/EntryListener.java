package io.strata.l1;

/**
 * Told of each entry that enters the tier and, exactly once, of how it left.
 *
 * <p>Both methods run on the thread that put, removed or, for an eviction, happened to do the
 * tier's housekeeping, which may be one that only reads. They must return at once, must not block,
 * and must not call the tier back. What they throw from {@link #left} is logged by Caffeine and
 * otherwise lost.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 */
public interface EntryListener<K, V> {

  /** Why an entry left. */
  enum Cause {
    /** The room was needed for others. */
    EVICTED,
    /** The same key was put again. */
    REPLACED,
    /** It was asked for: by key, by group, by clearing or by closing. */
    REMOVED
  }

  /** Called before {@code entry} can be found by anyone. */
  void added(TierEntry<K, V> entry);

  /** Called after {@code entry} can no longer be found. */
  void left(TierEntry<K, V> entry, Cause cause);

  /** A listener that does nothing. */
  static <K, V> EntryListener<K, V> none() {
    return new EntryListener<>() {
      @Override
      public void added(TierEntry<K, V> entry) {}

      @Override
      public void left(TierEntry<K, V> entry, Cause cause) {}
    };
  }
}
