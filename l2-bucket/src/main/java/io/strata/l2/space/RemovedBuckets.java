package io.strata.l2.space;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
  /** A bucket with its memory. */
  record Spare(Bucket bucket, ByteBuffer memory) {}

  private static final class Removed extends WeakReference<ByteBuffer> {
    final Bucket bucket;

    Removed(Spare spare) {
      super(spare.memory);
      this.bucket = spare.bucket;
    }
  }

  private final Set<Removed> withMemory = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Bucket> withoutMemory = new ConcurrentLinkedQueue<>();

  /** Adds buckets that are of no use any more. */
  void add(Collection<Spare> spares) {
    for (Spare each : spares) {
      withMemory.add(new Removed(each));
    }
  }

  /** Takes up to so many buckets whose memory is still there. */
  List<Spare> takeWithMemory(int count) {
    List<Spare> taken = new ArrayList<>();
    Iterator<Removed> all = withMemory.iterator();
    while (taken.size() < count && all.hasNext()) {
      Removed each = all.next();
      ByteBuffer memory = each.get();
      if (memory == null) {
        dropMemory(each);
      } else if (withMemory.remove(each)) {
        taken.add(new Spare(each.bucket, memory));
      }
    }
    return taken;
  }

  private void dropMemory(Removed collected) {
    if (withMemory.remove(collected)) {
      collected.bucket.headers = 0;
      withoutMemory.add(collected.bucket);
    }
  }

  /** Takes a bucket whose memory is gone, or returns null when there is none. */
  @Nullable Bucket pollWithoutMemory() {
    return withoutMemory.poll();
  }

  /** How many buckets have memory that the collector has not found to be unused yet. */
  int countWithMemory() {
    for (Removed each : withMemory) {
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
