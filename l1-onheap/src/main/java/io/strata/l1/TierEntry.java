package io.strata.l1;

import org.jspecify.annotations.Nullable;

/**
 * One key and its value as the tier holds them. Immutable to all but the tier; safe to read from
 * any thread.
 *
 * <p>Two entries are equal only when they are the same object: the tier removes an entry, never
 * "whatever the key maps to now", and so an entry that was replaced meanwhile is left alone.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 */
public final class TierEntry<K, V> {

  private final K key;
  private final V value;
  private final Object group;
  private final int weight;
  private final boolean inMemory;
  private final long addedNanos;

  /** Neighbours in the list of the group. Read and written only inside {@link GroupIndex}. */
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

  /** The key that the entry was put under. */
  public K key() {
    return key;
  }

  /** The value, the very object that was put. */
  public V value() {
    return value;
  }

  /** What the entry counts for, in the unit of the tier's maximum; at least one. */
  public int weight() {
    return weight;
  }

  /** Whether the entry was put as one of those that are the last to go. */
  public boolean inMemory() {
    return inMemory;
  }

  /** When the entry was put, as {@link System#nanoTime} counts; no two entries have the same. */
  public long addedNanos() {
    return addedNanos;
  }

  Object group() {
    return group;
  }

  /** True once the entry's group was removed: from then on no reader is given it. */
  boolean isRetired() {
    return retired;
  }

  void retire() {
    retired = true;
  }
}
