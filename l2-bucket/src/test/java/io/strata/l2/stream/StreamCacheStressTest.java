package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/**
 * Readers, appenders and deleters of the same entries, in a cache that is full most of the time. An
 * entry of a number holds the bytes of that number, so whoever reads knows what he should see.
 */
class StreamCacheStressTest {
  private static final int THREADS = 6;
  private static final int ENTRIES = 64;
  private static final int STEPS = Integer.getInteger("strata.stream.steps", 60_000);
  private static final int LONGEST = 6 * StreamLayout.BLOCK_BYTES;

  /** The entry's number in the upper half, its address in the lower one; 0 for none. */
  private final AtomicLongArray index = new AtomicLongArray(ENTRIES);

  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong appends = new AtomicLong();

  @Test
  void nobodyReadsBytesOfAnotherEntryOrOnesThatWereNotThere() throws Exception {
    StreamOptions options = StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES).withWaitMillis(0);
    try (TestCache test = new TestCache(options)) {
      // So that what the threads use comes free again all the time.
      int rest =
          test.cache().insert(ByteBuffer.allocate((StreamLayout.USABLE_BLOCKS - 150) * 4 * 1024));
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<Future<Void>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        done.add(pool.submit(worker(test.cache(), i)));
      }
      for (Future<Void> each : done) {
        each.get();
      }
      pool.shutdown();
      assertThat(reads.get()).isPositive();
      assertThat(appends.get()).isPositive();
      for (int i = 0; i < ENTRIES; i++) {
        if (index.get(i) != 0) {
          assertThat(test.cache().delete((int) index.get(i))).isTrue();
        }
      }
      assertThat(test.cache().delete(rest)).isTrue();
    }
  }

  private Callable<Void> worker(StreamCache cache, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      for (int i = 0; i < STEPS; i++) {
        int entry = random.nextInt(ENTRIES);
        switch (random.nextInt(8)) {
          case 0 -> insert(cache, entry, random.nextInt(LONGEST));
          case 1, 2 -> append(cache, entry, random.nextInt(3_000));
          case 3 -> delete(cache, entry);
          default -> read(cache, entry);
        }
      }
      return null;
    };
  }

  private void insert(StreamCache cache, int entry, int length) {
    long number = numbers.incrementAndGet();
    try {
      int address = cache.insert(TestCache.bytes(number, 0, length));
      if (!index.compareAndSet(entry, 0, number << 32 | Integer.toUnsignedLong(address))) {
        assertThat(cache.delete(address)).isTrue();
      }
    } catch (CacheFullException e) {
      assertThat(e).hasMessageContaining("no room");
    }
  }

  private void append(StreamCache cache, int entry, int bytes) {
    long before = index.get(entry);
    StreamView view = before == 0 ? null : cache.get((int) before);
    if (view == null) {
      return;
    }
    try (view) {
      if (index.get(entry) != before) {
        return;
      }
      // While it is pinned its blocks are no other entry's, so the address is none either.
      int length = view.length();
      long number = before >>> 32;
      int next = cache.append((int) before, length, TestCache.bytes(number, length, bytes));
      if (next != StreamCache.NONE) {
        appends.incrementAndGet();
        long after = number << 32 | Integer.toUnsignedLong(next);
        if (!index.compareAndSet(entry, before, after)) {
          // Deleted meanwhile, by an address that named it no more, unless it is the same.
          boolean isDeleted = cache.delete(next);
          assertThat(isDeleted || next == (int) before).isTrue();
        }
      }
    } catch (CacheFullException e) {
      assertThat(e).hasMessageContaining("no room");
    }
  }

  private void delete(StreamCache cache, int entry) {
    long before = index.get(entry);
    if (before == 0) {
      return;
    }
    try (StreamView view = cache.get((int) before)) {
      // From the index first; pinned, so that what is deleted is what was looked up. One that was
      // appended to meanwhile is deleted by who appended.
      if (view != null && index.compareAndSet(entry, before, 0)) {
        cache.delete((int) before);
      }
    }
  }

  private void read(StreamCache cache, int entry) {
    long before = index.get(entry);
    StreamView view = before == 0 ? null : cache.get((int) before);
    if (view == null) {
      return;
    }
    try (view) {
      if (index.get(entry) == before) {
        byte[] bytes = view.toByteArray();
        for (int i = 0; i < bytes.length; i++) {
          if (bytes[i] != TestCache.byteAt(before >>> 32, i)) {
            throw new AssertionError("Byte " + i + " of " + bytes.length + " is another's.");
          }
        }
        reads.incrementAndGet();
      }
    }
  }
}
