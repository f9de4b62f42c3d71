package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strata.l2.stream.IndexedCache.Seen;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers, appenders and deleters of the same entries, in a cache that is mostly full. */
@Tag("stress")
class StreamCacheStressTest {
  private static final int THREADS = 6;
  private static final int ENTRIES = 64;
  private static final int STEPS = Integer.getInteger("strata.stream.steps", 60_000);
  private static final Duration LONGEST_TIME = Duration.ofMinutes(5).plusMillis(10L * STEPS);
  private static final int LONGEST = 6 * StreamLayout.BLOCK_BYTES;

  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong appends = new AtomicLong();

  @Test
  void readersSeeOnlyTheBytesOfTheirEntry() {
    assertTimeoutPreemptively(LONGEST_TIME, this::runAll);
  }

  private void runAll() throws Exception {
    StreamOptions options = StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES).withWaitMillis(0);
    try (TestCache test = new TestCache(options)) {
      // So that the memory used by the threads keeps being freed.
      int rest =
          test.cache().insert(ByteBuffer.allocate((StreamLayout.USABLE_BLOCKS - 150) * 4 * 1024));
      IndexedCache indexed = new IndexedCache(test.cache(), ENTRIES);
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<Future<Void>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        done.add(pool.submit(worker(indexed, i)));
      }
      for (Future<Void> each : done) {
        each.get();
      }
      pool.shutdown();
      assertThat(reads.get()).isPositive();
      assertThat(appends.get()).isPositive();
      indexed.deleteAll();
      assertThat(test.cache().delete(rest)).isTrue();
    }
  }

  private Callable<Void> worker(IndexedCache indexed, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      for (int i = 0; i < STEPS; i++) {
        try {
          step(indexed, random);
        } catch (CacheFullException e) {
          assertThat(e).hasMessageContaining("free blocks");
        }
      }
      return null;
    };
  }

  private void step(IndexedCache indexed, SplittableRandom random) {
    int slot = random.nextInt(ENTRIES);
    switch (random.nextInt(8)) {
      case 0 -> indexed.insert(slot, random.nextInt(LONGEST));
      case 1, 2 -> {
        if (indexed.append(slot, random.nextInt(3_000))) {
          appends.incrementAndGet();
        }
      }
      case 3 -> indexed.delete(slot);
      default -> read(indexed, slot);
    }
  }

  private void read(IndexedCache indexed, int slot) {
    try (Seen seen = indexed.get(slot)) {
      if (seen != null) {
        seen.prove();
        reads.incrementAndGet();
      }
    }
  }
}
