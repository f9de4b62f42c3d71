package io.strata.l2.pool;

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
 * Buckets that were removed. Each can be taken again with its memory until the garbage collector
 * has found that nothing refers to that memory; from then on it can be taken without memory.
 * Thread-safe.
 *
 * <p>A removed bucket has no pinned slot, but a thread that follows a stale link or draws a sample
 * may still read its headers. The thread refers to the memory meanwhile, which keeps it: so the
 * collector is what tells that the last such thread is gone, and readers write nothing for it. A
 * bucket is in exactly one place, and whoever removes it from there has it. To take and to count
 * takes a look at each: both are for resizes.
 */
final class RemovedBuckets {
  /**
   * A bucket.
   *
   * @param memory its own; null when it is gone
   */
  record Spare(Bucket bucket, @Nullable ByteBuffer memory) {
    /** Those that have memory first: so nothing is allocated that is there. */
    static final Comparator<Spare> MEMORY_FIRST =
        Comparator.comparing(spare -> spare.memory == null);

    static final Comparator<Spare> BY_NUMBER = Comparator.comparingInt(spare -> spare.bucket.index);
  }

  private static final class Removed extends WeakReference<ByteBuffer> {
    final Bucket bucket;

    Removed(Bucket bucket, ByteBuffer memory) {
      super(memory);
      this.bucket = bucket;
    }
  }

  private final Map<Bucket, Removed> withMemory = new ConcurrentHashMap<>();
  private final Set<Bucket> withoutMemory = ConcurrentHashMap.newKeySet();

  /** Adds buckets that are of no use any more. */
  void add(Collection<Spare> spares) {
    for (Spare each : spares) {
      ByteBuffer memory = each.memory;
      if (memory == null) {
        withoutMemory.add(each.bucket);
      } else {
        withMemory.put(each.bucket, new Removed(each.bucket, memory));
      }
    }
  }

  /** Takes up to so many buckets, the first ones in this order. */
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
      ByteBuffer memory = each.get();
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
      collected.bucket.headers = 0;
      withoutMemory.add(collected.bucket);
    }
  }

  /** How many buckets have memory that the collector has not found to be unused yet. */
  int countWithMemory() {
    for (Removed each : withMemory.values()) {
      if (each.refersTo(null)) {
        dropMemory(each);
      }
    }
    return withMemory.size();
  }

  /** How many there are. */
  int count() {
    return withMemory.size() + withoutMemory.size();
  }
}
