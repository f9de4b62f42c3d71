package io.strata.l1;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalListener;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * One maximum for two regions: the in-memory region may use all of it, the ordinary region what the
 * in-memory entries leave.
 *
 * <p>The weights are counted here, at each put and removal, because asking Caffeine for its own
 * sums takes its eviction lock.
 *
 * <p>An in-memory entry that is evicted widens the ordinary region from within the in-memory
 * region's eviction. That is the only nesting there is: nothing that the ordinary region evicts
 * touches the in-memory one, and nothing that either evicts touches the region's own maximum, for
 * Caffeine's eviction must not be entered again from its own listener.
 */
final class SharedBudget<K, V> {

  /**
   * How far a region's maximum is lowered at a time. Caffeine evicts down to the new maximum while
   * it holds its lock; in steps, a writer that needs the lock waits for one step at most.
   */
  private static final long LARGEST_STEP = 4L << 20;

  private final AtomicLong ordinaryWeight = new AtomicLong();
  private final AtomicLong inMemoryWeight = new AtomicLong();
  private final Region<K, V> ordinary;
  private final Region<K, V> inMemory;

  private volatile long maximum;

  SharedBudget(long maximum, RemovalListener<K, TierEntry<K, V>> listener) {
    this.maximum = checked(maximum);
    this.inMemory = new Region<>(() -> this.maximum, listener);
    this.ordinary = new Region<>(this::leftByInMemory, listener);
  }

  Cache<K, TierEntry<K, V>> ordinary() {
    return ordinary.cache;
  }

  Cache<K, TierEntry<K, V>> inMemory() {
    return inMemory.cache;
  }

  long maximum() {
    return maximum;
  }

  long ordinaryWeight() {
    return ordinaryWeight.get();
  }

  long inMemoryWeight() {
    return inMemoryWeight.get();
  }

  /** Counts an entry that is about to become visible, and makes room for it if it is in-memory. */
  void entered(TierEntry<K, V> entry) {
    add(entry, entry.weight());
  }

  /** Counts out an entry that is no longer visible. */
  void left(TierEntry<K, V> entry) {
    add(entry, -entry.weight());
  }

  private void add(TierEntry<K, V> entry, int weight) {
    if (entry.inMemory()) {
      inMemoryWeight.addAndGet(weight);
      ordinary.fit();
    } else {
      ordinaryWeight.addAndGet(weight);
    }
  }

  void setMaximum(long newMaximum) {
    maximum = checked(newMaximum);
    inMemory.fit();
    ordinary.fit();
  }

  private long leftByInMemory() {
    return Math.max(0, maximum - inMemoryWeight.get());
  }

  private static long checked(long maximum) {
    if (maximum < 0) {
      throw new IllegalArgumentException(
          "The maximum weight must not be negative, but is " + maximum + ".");
    }
    return maximum;
  }

  /** A cache, and the maximum that it ought to have at the moment. */
  private static final class Region<K, V> {
    final Cache<K, TierEntry<K, V>> cache;
    private final LongSupplier target;
    private final AtomicInteger requests = new AtomicInteger();
    private long maximum;

    Region(LongSupplier target, RemovalListener<K, TierEntry<K, V>> listener) {
      this.target = target;
      this.maximum = target.getAsLong();
      this.cache =
          Caffeine.newBuilder()
              .executor(Runnable::run)
              .maximumWeight(maximum)
              .weigher((K key, TierEntry<K, V> entry) -> entry.weight())
              .removalListener(listener)
              .build();
    }

    /**
     * Brings the maximum to its target. The thread that finds no request pending serves its own and
     * those that arrive meanwhile, whose threads go on their way: a stale target never overwrites a
     * newer one, and no thread waits. When the cache throws, for want of heap, the caller is told,
     * and the next request serves what is left.
     */
    void fit() {
      if (requests.getAndIncrement() != 0) {
        return;
      }
      int served = 1;
      try {
        do {
          moveTo(target.getAsLong());
          served = requests.addAndGet(-served);
        } while (served != 0);
      } finally {
        if (served != 0) {
          requests.set(0);
        }
      }
    }

    private void moveTo(long newMaximum) {
      var eviction = cache.policy().eviction().orElseThrow();
      while (maximum != newMaximum) {
        long next = Math.max(newMaximum, maximum - LARGEST_STEP);
        eviction.setMaximum(next);
        maximum = next;
      }
    }
  }
}
