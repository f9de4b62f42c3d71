package io.strata.l2.pool;

import io.strata.l2.layout.Handle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The number of slots of each bucket, by the bucket's number. Sampling slots needs nothing else of
 * a bucket; at four bytes for each, the counts stay in the processor's cache. Thread-safe. A stale
 * count may be seen; the meta word of a slot sampled by it shows whether the slot holds a block.
 */
final class SlotCounts {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final AtomicReferenceArray<@Nullable AtomicIntegerArray> chunks =
      new AtomicReferenceArray<>((Handle.MAX_BUCKETS >>> CHUNK_BITS) + 1);

  /** Allocates memory for all numbers below this one; one thread at a time. */
  void reserve(int numbers) {
    for (int chunk = 0; chunk << CHUNK_BITS < numbers; chunk++) {
      if (chunks.get(chunk) == null) {
        chunks.set(chunk, new AtomicIntegerArray(CHUNK));
      }
    }
  }

  /** Sets the number of slots of a bucket; 0 while it is being drained, or is empty. */
  void set(int number, int slots) {
    AtomicIntegerArray chunk = chunks.get(number >>> CHUNK_BITS);
    if (chunk != null) {
      chunk.set(number & CHUNK - 1, slots);
    }
  }

  /** Returns the number of slots of a bucket; its number must be below what was reserved. */
  int of(int number) {
    AtomicIntegerArray chunk = chunks.get(number >>> CHUNK_BITS);
    return chunk == null ? 0 : chunk.get(number & CHUNK - 1);
  }
}
