package io.strata.l2.pool;

import io.strata.l2.layout.Handle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How many slots each bucket is formatted into, by its number: what drawing a slot at random needs, in so
 * few bytes that they stay in a processor's cache, four to a bucket. Thread-safe. A count that was
 * just replaced may still be seen; a slot that was drawn by it is free, or its word says more.
 */
final class SlotCounts {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final AtomicReferenceArray<@Nullable AtomicIntegerArray> chunks =
      new AtomicReferenceArray<>((Handle.MAX_BUCKETS >>> CHUNK_BITS) + 1);

  /** Makes room for buckets of all numbers below this one; one thread at a time. */
  void reserve(int numbers) {
    for (int chunk = 0; chunk << CHUNK_BITS < numbers; chunk++) {
      if (chunks.get(chunk) == null) {
        chunks.set(chunk, new AtomicIntegerArray(CHUNK));
      }
    }
  }

  /** Says how many slots a bucket has from now on; none when it is being drained, or empty. */
  void set(int number, int slots) {
    AtomicIntegerArray chunk = chunks.get(number >>> CHUNK_BITS);
    if (chunk != null) {
      chunk.set(number & CHUNK - 1, slots);
    }
  }

  /** How many slots a bucket has whose number is below what was reserved. */
  int of(int number) {
    AtomicIntegerArray chunk = chunks.get(number >>> CHUNK_BITS);
    return chunk == null ? 0 : chunk.get(number & CHUNK - 1);
  }
}
