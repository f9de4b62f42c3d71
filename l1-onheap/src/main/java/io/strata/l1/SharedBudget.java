package io.strata.l1;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalListener;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A maximum shared by two regions: the in-memory region may use all of it, the ordinary region what
 * the in-memory entries leave.
 *
 * <p>Weights are counted here, at each put and removal, because asking Caffeine for its sums takes
 * its eviction lock.
 *
 * <p>The eviction of an in-memory entry enlarges the ordinary region, from within the in-memory
 * region's eviction. There is no other nesting: an eviction from the ordinary region does not touch
 * the in-memory region, and no eviction changes its own region's maximum, because Caffeine's
 * eviction must not be re-entered from its listener.
 */
final class SharedBudget<K, V> {

  /**
   * Maximum step by which a region's maximum is lowered. Caffeine evicts down to the new maximum
   * while it holds its lock; with steps, a writer that needs the lock waits for one step at most.
   */
  private static final long MAX_STEP = 4L << 20;

  private final AtomicLong ordinaryWeight = new AtomicLong();
  private final AtomicLong inMemoryWeight = new AtomicLong();
  private final Region<K, V> ordinary;
  private final Region<K, V> inMemory;

  private volatile long maximum;

  SharedBudget(long maximum, RemovalListener<K, TierEntry<K, V>> listener) {
    this.maximum = checked(maximum);
    this.inMemory = new Region<>(() -> this.maximum, listener);
    this.ordinary = new Region<>(this::ordinaryMaximum, listener);
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

  /** Counts an entry that is about to become visible, and shrinks the other region if necessary. */
  void entered(TierEntry<K, V> entry) {
    add(entry, entry.weight());
  }

  /** Stops counting an entry that is no longer visible. */
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

  private long ordinaryMaximum() {
    return Math.max(0, maximum - inMemoryWeight.get());
  }

  private static long checked(long maximum) {
    if (maximum < 0) {
      throw new IllegalArgumentException("Maximum weight " + maximum + ": must not be negative.");
    }
    return maximum;
  }

  /** A cache, and the maximum that it should have. */
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
     * Adjusts the maximum to its target. The thread that finds no request pending serves its own
     * and those that arrive meanwhile, whose threads return at once. So a stale target never
     * overwrites a newer one, and no thread waits. If the cache throws for lack of heap, the caller
     * gets the error, and the next request serves the rest.
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
        long next = Math.max(newMaximum, maximum - MAX_STEP);
        eviction.setMaximum(next);
        maximum = next;
      }
    }
  }
}
