package io.strata.l1;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A map of ready-made values, bounded by the sum of their weights. When it is full, it evicts the
 * values that Caffeine's W-TinyLFU ranks lowest; values put as <i>in-memory</i> are evicted last.
 *
 * <p>Thread-safe. A hit costs Caffeine's {@code getIfPresent} and one volatile read of the entry:
 * no lock of a map bin, no counter. The tier starts no thread.
 *
 * @param <K> the type of keys, with {@code equals} and {@code hashCode}
 * @param <V> the type of values
 */
public final class OnHeapTier<K, V> implements Iterable<TierEntry<K, V>>, AutoCloseable {

  /*
   * Overview
   *
   * Two regions share one budget. Each is a Caffeine cache with its own eviction order. The
   * in-memory region may fill the whole budget; the ordinary region has what the in-memory region
   * leaves (SharedBudget). A key is in one region. While it is being put again with the other flag,
   * it may briefly be in both, and both entries count.
   *
   * Maintenance runs on the calling threads (the executor is Runnable::run). A put evicts about as
   * much as it adds, if it gets Caffeine's eviction lock without waiting. So weights and listener
   * are up to date at once. A common pool, which HBase's handlers share, would let the excess grow
   * while it is busy.
   *
   * States
   *
   *   1. entered   The entry is counted, and listed in its group.
   *   2. visible   It is in its region's map.
   *   3. removed   It is not in the map; Caffeine calls the removal listener, once per entry, and
   *                only then is it unlisted and no longer counted.
   *
   * So the list of a group always contains its visible entries, and the counted weight is never
   * less than the actual weight.
   *
   * Why these orderings suffice
   *
   * Concurrent puts of a key: two threads may put it into different regions. Every entry has a
   * unique stamp. In a region, an entry is only replaced by a newer one. After step 2, each thread
   * compares its entry with the one it finds in the other region, and removes the older one. The
   * newest entry is never the older one, so it stays, and the thread that reaches step 2 last finds
   * the other entry.
   *
   * Removal of a group: it takes a snapshot of the list, retires each entry and removes it from the
   * map. An entry between steps 1 and 2 is not in the map yet. Because it is retired, no reader
   * gets it, and the thread that puts it removes it again, because it checks the flag after step 2.
   * The flag is volatile, so either that thread sees the flag or the removing thread sees the entry
   * in the map. Closing works the same way, with one flag for all entries.
   */

  /**
   * Heap that the tier uses per entry, in bytes, on a 64-bit JVM with compressed pointers: the
   * {@link TierEntry}, Caffeine's node, the map's node and slot, and the frequency sketch. Key and
   * value are not included.
   */
  public static final int ENTRY_OVERHEAD_BYTES = 176;

  private final Function<? super K, ?> groupOf;
  private final EntryListener<K, V> listener;
  private final GroupIndex<K, V> groups = new GroupIndex<>();
  private final SharedBudget<K, V> budget;
  private final Cache<K, TierEntry<K, V>> ordinary;
  private final Cache<K, TierEntry<K, V>> inMemory;

  private final AtomicLong stamps = new AtomicLong(Long.MIN_VALUE);

  private volatile boolean closed;

  /**
   * Creates an empty tier.
   *
   * @param maximumWeight maximum total weight, in the unit of the weights (bytes); zero or more
   * @param groupOf returns the group of a key; the same one for equal keys, never null
   * @param listener receives the entries that are added and removed
   * @throws IllegalArgumentException if {@code maximumWeight} is negative
   */
  public OnHeapTier(
      long maximumWeight, Function<? super K, ?> groupOf, EntryListener<K, V> listener) {
    this.groupOf = groupOf;
    this.listener = listener;
    this.budget = new SharedBudget<>(maximumWeight, this::onRemoval);
    this.ordinary = budget.ordinary();
    this.inMemory = budget.inMemory();
  }

  /** Returns the value of {@code key}, or null, and counts the access. */
  public @Nullable V get(K key) {
    TierEntry<K, V> entry = ordinary.getIfPresent(key);
    if (entry == null && budget.inMemoryWeight() != 0) {
      entry = inMemory.getIfPresent(key);
    }
    return entry == null || isRemoved(entry) ? null : entry.value();
  }

  /** Returns the entry of {@code key}, or null, without counting an access. */
  public @Nullable TierEntry<K, V> peek(K key) {
    TierEntry<K, V> entry = ordinary.policy().getIfPresentQuietly(key);
    if (entry == null) {
      entry = inMemory.policy().getIfPresentQuietly(key);
    }
    return entry == null || isRemoved(entry) ? null : entry;
  }

  /**
   * Puts {@code value} under {@code key}, replacing an earlier value. The policy may evict it at
   * once. Of concurrent puts of a key, one stays, whatever their flags.
   *
   * @param weight weight of the entry, in the unit of the maximum; at least one
   * @param inMemoryEntry whether the entry is evicted only after all ordinary ones
   * @return false if the entry is rejected: the tier is closed, or {@code weight} exceeds the
   *     maximum
   * @throws IllegalArgumentException if {@code weight} is less than one
   */
  public boolean put(K key, V value, int weight, boolean inMemoryEntry) {
    if (weight < 1) {
      throw new IllegalArgumentException("Weight " + weight + ": must be at least 1.");
    }
    if (closed || weight > budget.maximum()) {
      return false;
    }
    var group = groupOf.apply(key);
    var entry = new TierEntry<>(key, value, group, weight, inMemoryEntry, nextStamp());
    groups.add(entry);
    listener.added(entry);
    budget.entered(entry);

    if (region(inMemoryEntry).asMap().merge(key, entry, OnHeapTier::newer) != entry) {
      left(entry, EntryListener.Cause.REPLACED);
    }
    removeOlder(entry);
    if (isRemoved(entry)) {
      region(inMemoryEntry).asMap().remove(key, entry);
    }
    return true;
  }

  /** Returns the current time, or one more than the last stamp if that is later. */
  private long nextStamp() {
    return stamps.updateAndGet(last -> Math.max(last + 1, System.nanoTime()));
  }

  private static <K, V> TierEntry<K, V> newer(TierEntry<K, V> one, TierEntry<K, V> other) {
    return one.addedNanos() > other.addedNanos() ? one : other;
  }

  /** Removes the older of this entry and the one of its key in the other region. */
  private void removeOlder(TierEntry<K, V> entry) {
    var other = region(!entry.inMemory()).policy().getIfPresentQuietly(entry.key());
    if (other != null) {
      var older = newer(entry, other) == entry ? other : entry;
      region(older.inMemory()).asMap().remove(entry.key(), older);
    }
  }

  /** Removes {@code key}; returns whether it was present. */
  public boolean remove(K key) {
    boolean wasOrdinary = isLive(ordinary.asMap().remove(key));
    boolean wasInMemory = isLive(inMemory.asMap().remove(key));
    return wasOrdinary || wasInMemory;
  }

  /**
   * Removes the entries of a group, in time proportional to the size of the group.
   *
   * <p>An entry whose {@link #put} returned before this call is removed when the call returns. An
   * entry being put concurrently is either removed by the time its put returns, or counts as put
   * after the removal and stays, listed in its group for the next removal.
   *
   * @return the number of entries removed
   */
  public int removeGroup(Object group) {
    return removeGroupIf(group, key -> true);
  }

  /** As {@link #removeGroup}, for the keys of the group that match {@code condition}. */
  public int removeGroupIf(Object group, Predicate<? super K> condition) {
    int removed = 0;
    for (var entry : groups.snapshot(group)) {
      if (condition.test(entry.key())) {
        entry.retire();
        if (region(entry.inMemory()).asMap().remove(entry.key(), entry)) {
          removed++;
        }
      }
    }
    return removed;
  }

  /** Removes all entries, group by group. */
  public void clear() {
    groups.groups().forEach(this::removeGroup);
  }

  /**
   * Sets the maximum total weight, zero or more. Evicts the excess before it returns, unless
   * another thread is already evicting, which then does this too.
   *
   * @throws IllegalArgumentException if {@code maximumWeight} is negative
   */
  public void setMaximumWeight(long maximumWeight) {
    budget.setMaximum(maximumWeight);
  }

  /** Returns the maximum total weight. */
  public long maximumWeight() {
    return budget.maximum();
  }

  /**
   * Returns the total weight of the entries. It exceeds the maximum at most by the entries that
   * other threads are just putting, and those not evicted yet because of that; {@link #cleanUp}
   * evicts them.
   */
  public long weight() {
    return budget.ordinaryWeight() + budget.inMemoryWeight();
  }

  /** Returns the total weight of the in-memory entries. */
  public long inMemoryWeight() {
    return budget.inMemoryWeight();
  }

  /** Returns the number of entries; exact while none is put or removed. */
  public long entryCount() {
    return ordinary.estimatedSize() + inMemory.estimatedSize();
  }

  /** Performs pending maintenance. May wait for a thread that is doing the same. */
  public void cleanUp() {
    inMemory.cleanUp();
    ordinary.cleanUp();
  }

  /** Iterates over the entries; weakly consistent. */
  @Override
  public Iterator<TierEntry<K, V>> iterator() {
    return Stream.concat(inMemory.asMap().values().stream(), ordinary.asMap().values().stream())
        .filter(this::isLive)
        .iterator();
  }

  /** Removes all entries for good. From now on, look-ups miss and puts are rejected. */
  @Override
  public void close() {
    closed = true;
    clear();
    cleanUp();
  }

  private Cache<K, TierEntry<K, V>> region(boolean isInMemory) {
    return isInMemory ? inMemory : ordinary;
  }

  private boolean isRemoved(TierEntry<K, V> entry) {
    return closed || entry.isRetired();
  }

  private boolean isLive(@Nullable TierEntry<K, V> entry) {
    return entry != null && !isRemoved(entry);
  }

  private void onRemoval(
      @Nullable K key, @Nullable TierEntry<K, V> removed, RemovalCause removalCause) {
    left(
        requireNonNull(removed),
        switch (removalCause) {
          case REPLACED -> EntryListener.Cause.REPLACED;
          case EXPLICIT -> EntryListener.Cause.REMOVED;
          case SIZE, EXPIRED, COLLECTED -> EntryListener.Cause.EVICTED;
        });
  }

  private void left(TierEntry<K, V> entry, EntryListener.Cause cause) {
    groups.remove(entry);
    budget.left(entry);
    listener.left(entry, cause);
  }
}
