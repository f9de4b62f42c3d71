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
 * A map of ready-made values, bounded by the sum of their weights. When it is full, the values that
 * are worth least leave (Caffeine's W-TinyLFU); those put as <i>in-memory</i> are the last to go.
 *
 * <p>Safe for use by any number of threads. A hit is Caffeine's {@code getIfPresent} and one
 * volatile read of the entry: no lock of a map bin, no counter. Nothing here starts a thread.
 *
 * @param <K> the key's type, with {@code equals} and {@code hashCode}
 * @param <V> the value's type
 */
public final class OnHeapTier<K, V> implements Iterable<TierEntry<K, V>>, AutoCloseable {

  /*
   * Two regions share one budget. Each is a Caffeine cache with its own order of eviction; the
   * in-memory region may fill the whole budget, and the ordinary one has what the first leaves
   * (SharedBudget). A key lies in one region; while it is being put a second time with the other
   * flag it may for a moment lie in both, and both count.
   *
   * The life of an entry, and what each step guarantees:
   *
   *   1. entered   It is counted, and listed in its group.
   *   2. visible   It is in its region's map.
   *   3. gone      It is out of the map; Caffeine tells the removal listener, once for each entry,
   *                and only then is it unlisted and no longer counted.
   *
   * So the list of a group covers its visible entries at all times, and the weight that is
   * accounted is never less than the weight that is held.
   *
   * A key is in one region. Two threads may put it at once, one into each: every entry has a stamp of
   * its own, a region's entry of a key is only ever replaced by a newer one, and after step 2 each
   * thread removes the older of its entry and of what it finds in the other region. The newest is
   * never the older one, so it stays, and the thread that is last to reach step 2 finds the other.
   *
   * Removing a group takes its list as it is at one moment, retires each entry and takes it out of
   * the map. An entry caught between 1 and 2 is not in the map yet: being retired, no reader is
   * given it, and the thread that puts it takes it out again, for it looks at the flag after step
   * 2. The flag is volatile, so either that thread sees it or the remover sees the entry in the
   * map. Closing works the same way with one flag for all.
   *
   * Housekeeping runs on the calling threads (the executor is Runnable::run). A put evicts about
   * what it brought, and only if it gets Caffeine's eviction lock without waiting; the accounting
   * and the listener follow at once instead of whenever a pool comes round to it. A common pool
   * would let the excess grow while it is busy, and HBase's handlers share it with others.
   */

  /**
   * What the tier itself spends on an entry, in bytes of heap, on a 64-bit JVM with compressed
   * pointers: its {@link TierEntry}, Caffeine's node, the map's node and slot, and the frequency
   * sketch. Key and value come on top.
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
   * @param maximumWeight the most that the entries may weigh together, in the unit of their weights
   *     (bytes); zero or more
   * @param groupOf gives the group of a key; the same one for equal keys, never null
   * @param listener told of entries that come and go
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

  /** The value of {@code key}, which counts as a use of it, or null. */
  public @Nullable V get(K key) {
    TierEntry<K, V> entry = ordinary.getIfPresent(key);
    if (entry == null && budget.inMemoryWeight() != 0) {
      entry = inMemory.getIfPresent(key);
    }
    return entry == null || isGone(entry) ? null : entry.value();
  }

  /** The entry of {@code key}, or null. Does not count as a use. */
  public @Nullable TierEntry<K, V> peek(K key) {
    TierEntry<K, V> entry = ordinary.policy().getIfPresentQuietly(key);
    if (entry == null) {
      entry = inMemory.policy().getIfPresentQuietly(key);
    }
    return entry == null || isGone(entry) ? null : entry;
  }

  /**
   * Puts {@code value} under {@code key}, in place of what was there. It may be evicted at once
   * when the policy finds the others worth more. Of puts of one key by several threads at once, one
   * stays, whatever their flags.
   *
   * @param weight what it counts for, in the unit of the maximum; at least one
   * @param lastToGo whether it is to stay while there is anything else to evict
   * @return false if the tier would not have it: it is closed, or {@code weight} exceeds the
   *     maximum
   * @throws IllegalArgumentException if {@code weight} is less than one
   */
  public boolean put(K key, V value, int weight, boolean lastToGo) {
    if (weight < 1) {
      throw new IllegalArgumentException("The weight must be at least 1, but is " + weight + ".");
    }
    if (closed || weight > budget.maximum()) {
      return false;
    }
    var group = groupOf.apply(key);
    var entry = new TierEntry<>(key, value, group, weight, lastToGo, nextStamp());
    groups.add(entry);
    listener.added(entry);
    budget.entered(entry);

    if (region(lastToGo).asMap().merge(key, entry, OnHeapTier::newer) != entry) {
      left(entry, EntryListener.Cause.REPLACED);
    }
    removeOlder(entry);
    if (isGone(entry)) {
      region(lastToGo).asMap().remove(key, entry);
    }
    return true;
  }

  /** The time, but later than that of every entry before. */
  private long nextStamp() {
    return stamps.updateAndGet(last -> Math.max(last + 1, System.nanoTime()));
  }

  private static <K, V> TierEntry<K, V> newer(TierEntry<K, V> one, TierEntry<K, V> other) {
    return one.addedNanos() > other.addedNanos() ? one : other;
  }

  /** Removes an entry that was put, or the one of its key in the other region if that is older. */
  private void removeOlder(TierEntry<K, V> entry) {
    var other = region(!entry.inMemory()).policy().getIfPresentQuietly(entry.key());
    if (other != null) {
      var older = newer(entry, other) == entry ? other : entry;
      region(older.inMemory()).asMap().remove(entry.key(), older);
    }
  }

  /** Removes {@code key}; true if it was there. */
  public boolean remove(K key) {
    boolean wasOrdinary = isLive(ordinary.asMap().remove(key));
    boolean wasInMemory = isLive(inMemory.asMap().remove(key));
    return wasOrdinary || wasInMemory;
  }

  /**
   * Removes the entries of a group, in time that depends on that group alone.
   *
   * <p>An entry whose {@link #put} had returned before the call is gone when the call returns. Of
   * those being put meanwhile, each one either is gone as well by the time its put returns, or was
   * put after the removal and stays, listed in its group for the next one.
   *
   * @return how many entries were removed
   */
  public int removeGroup(Object group) {
    return removeGroupIf(group, key -> true);
  }

  /** Like {@link #removeGroup}, for those keys of the group that {@code condition} holds for. */
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

  /** Removes what is there, a group at a time. */
  public void clear() {
    groups.groups().forEach(this::removeGroup);
  }

  /**
   * Sets what the entries may weigh together, zero or more, and evicts what is over it before it
   * returns, unless another thread is at it already, which then does this too.
   *
   * @throws IllegalArgumentException if {@code maximumWeight} is negative
   */
  public void setMaximumWeight(long maximumWeight) {
    budget.setMaximum(maximumWeight);
  }

  /** What the entries may weigh together. */
  public long maximumWeight() {
    return budget.maximum();
  }

  /**
   * What the entries weigh together. It exceeds the maximum at most by what other threads are just
   * putting and by what is not swept yet because they were at it; {@link #cleanUp} sweeps that.
   */
  public long weight() {
    return budget.ordinaryWeight() + budget.inMemoryWeight();
  }

  /** What the in-memory entries weigh together. */
  public long inMemoryWeight() {
    return budget.inMemoryWeight();
  }

  /** How many entries there are; exact when nothing is being put or removed. */
  public long entryCount() {
    return ordinary.estimatedSize() + inMemory.estimatedSize();
  }

  /** Does now what housekeeping is due. May wait for a thread that is doing the same. */
  public void cleanUp() {
    inMemory.cleanUp();
    ordinary.cleanUp();
  }

  /** The entries, weakly consistent: those that come or go meanwhile may or may not be seen. */
  @Override
  public Iterator<TierEntry<K, V>> iterator() {
    return Stream.concat(inMemory.asMap().values().stream(), ordinary.asMap().values().stream())
        .filter(this::isLive)
        .iterator();
  }

  /** Empties the tier for good. From here on a look-up misses and a put is refused. */
  @Override
  public void close() {
    closed = true;
    clear();
    cleanUp();
  }

  private Cache<K, TierEntry<K, V>> region(boolean lastToGo) {
    return lastToGo ? inMemory : ordinary;
  }

  private boolean isGone(TierEntry<K, V> entry) {
    return closed || entry.isRetired();
  }

  private boolean isLive(@Nullable TierEntry<K, V> entry) {
    return entry != null && !isGone(entry);
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
