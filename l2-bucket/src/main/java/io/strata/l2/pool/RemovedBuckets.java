package io.strata.l2.pool;

import io.strata.l2.layout.BucketBuffer;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The removed buckets. Each can be taken again with its memory until the garbage collector finds
 * that nothing refers to the allocation, of which other buckets may be parts; afterwards it can be
 * taken without memory. Thread-safe.
 *
 * <p>A removed bucket has no pinned slot, but a thread that follows a stale link or samples slots
 * may still read its headers. That thread refers to the memory, which keeps it alive. So the
 * collector detects when the last such thread is done, at no cost to readers. A bucket is in
 * exactly one collection, and the thread that removes it from there owns it. Taking and counting
 * walk all removed buckets; both serve resizes only.
 */
final class RemovedBuckets {
  /**
   * A removed bucket.
   *
   * @param memory its own; null if it was collected
   */
  record Spare(Bucket bucket, @Nullable BucketBuffer memory) {
    static final Comparator<Spare> BY_NUMBER = Comparator.comparingInt(spare -> spare.bucket.index);

    /**
     * Buckets with memory first, so that nothing is allocated that exists. The others by number:
     * buckets with consecutive numbers are removed together, and so should share allocations.
     */
    static final Comparator<Spare> MEMORY_FIRST =
        Comparator.<Spare, Boolean>comparing(spare -> spare.memory == null)
            .thenComparing(BY_NUMBER);
  }

  private static final class Removed extends WeakReference<ByteBuffer> {
    final Bucket bucket;
    private final int offset;

    Removed(Bucket bucket, BucketBuffer memory) {
      super(memory.allocation());
      this.bucket = bucket;
      this.offset = memory.offset();
    }

    @Nullable BucketBuffer memory() {
      ByteBuffer allocation = get();
      return allocation == null ? null : new BucketBuffer(allocation, offset);
    }
  }

  private final Map<Bucket, Removed> withMemory = new ConcurrentHashMap<>();
  private final Set<Bucket> withoutMemory = ConcurrentHashMap.newKeySet();

  /** Adds buckets that are no longer used. */
  void add(Collection<Spare> spares) {
    for (Spare each : spares) {
      BucketBuffer memory = each.memory;
      if (memory == null) {
        withoutMemory.add(each.bucket);
      } else {
        withMemory.put(each.bucket, new Removed(each.bucket, memory));
      }
    }
  }

  /** Takes up to this number of buckets, in the given order. */
  List<Spare> take(int count, Comparator<Spare> order) {
    List<Spare> taken = new ArrayList<>();
    for (Spare each : all(order)) {
      if (taken.size() == count) {
        break;
      }
      boolean had =
          each.memory == null
              ? withoutMemory.remove(each.bucket)
              : withMemory.remove(each.bucket) != null;
      if (had) {
        taken.add(each);
      }
    }
    return taken;
  }

  private List<Spare> all(Comparator<Spare> order) {
    List<Spare> all = new ArrayList<>();
    for (Removed each : withMemory.values()) {
      BucketBuffer memory = each.memory();
      if (memory == null) {
        dropMemory(each);
      } else {
        all.add(new Spare(each.bucket, memory));
      }
    }
    withoutMemory.forEach(bucket -> all.add(new Spare(bucket, null)));
    all.sort(order);
    return all;
  }

  private void dropMemory(Removed collected) {
    if (withMemory.remove(collected.bucket, collected)) {
      collected.bucket.created = 0;
      withoutMemory.add(collected.bucket);
    }
  }

  /** Returns how many buckets have memory that is not known to be collected. */
  int countWithMemory() {
    for (Removed each : withMemory.values()) {
      if (each.refersTo(null)) {
        dropMemory(each);
      }
    }
    return withMemory.size();
  }

  /** Returns the number of removed buckets. */
  int count() {
    return withMemory.size() + withoutMemory.size();
  }
}
