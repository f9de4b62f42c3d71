package io.strata.l1;

import org.jspecify.annotations.Nullable;

/**
 * A key and its value in the tier. Immutable to all but the tier; safe to read from any thread.
 *
 * <p>Entries are equal only if they are the same object: the tier removes a specific entry, not the
 * current mapping of its key, so an entry that has replaced it meanwhile is not affected.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TierEntry<K, V> {

  private final K key;
  private final V value;
  private final Object group;
  private final int weight;
  private final boolean inMemory;
  private final long addedNanos;

  /** The neighbours in the list of the group; accessed only in {@link GroupIndex}. */
  @Nullable TierEntry<K, V> previous;

  @Nullable TierEntry<K, V> next;

  private volatile boolean retired;

  TierEntry(K key, V value, Object group, int weight, boolean inMemory, long addedNanos) {
    this.key = key;
    this.value = value;
    this.group = group;
    this.weight = weight;
    this.inMemory = inMemory;
    this.addedNanos = addedNanos;
  }

  /** Returns the key. */
  public K key() {
    return key;
  }

  /** Returns the value, the same object that was put. */
  public V value() {
    return value;
  }

  /** Returns the weight, in the unit of the tier's maximum; at least one. */
  public int weight() {
    return weight;
  }

  /** Returns whether the entry is evicted only after all ordinary ones. */
  public boolean inMemory() {
    return inMemory;
  }

  /** Returns when the entry was put, on the scale of {@link System#nanoTime}; unique. */
  public long addedNanos() {
    return addedNanos;
  }

  Object group() {
    return group;
  }

  /** Returns whether the entry's group was removed; readers do not get it any more. */
  boolean isRetired() {
    return retired;
  }

  void retire() {
    retired = true;
  }
}
