package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.memory.SharedMemory;
import io.strata.l2.stream.IndexedCache.Seen;
import io.strata.l2.stream.layout.StreamLayout;
import io.strata.l2.testing.TestStore;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/**
 * All operations concurrently on a full cache, beside a block store that grows and shrinks: neither
 * exceeds its bound, nor both together the shared one. Each thread performs a number of steps;
 * {@code -Dstrata.stream.seconds=600} runs for that time instead.
 */
class MemoryBoundTest {
  private static final long SECONDS = Long.getLong("strata.stream.seconds", 0);
  private static final int STEPS = 20_000;
  private static final int MINUTES_MORE = 10;

  private static final int THREADS = 6;
  private static final int SLOTS = 400;
  private static final int LONGEST = 40 * StreamLayout.BLOCK_BYTES;
  private static final int MAX_HELD = 8;
  private static final int STEPS_BETWEEN_LOOKS = 64;

  private static final long BUCKET = BucketLayout.BUCKET_BYTES;
  private static final long CACHE_BYTES = 8 * BUCKET;
  private static final long STORE_BYTES = 16 * BUCKET;
  private static final long LARGER_STORE_BYTES = 24 * BUCKET;
  private static final int STEPS_BETWEEN_RESIZES = 2_000;
  private static final int BLOCKS = 3_000;
  private static final int LONGEST_BLOCK = 100_000;

  private static final BufferPoolMXBean DIRECT =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .findAny()
          .orElseThrow();

  private enum StreamOperation {
    INSERT,
    APPEND,
    REPLACE,
    DELETE,
    READ,
    HELD_READ,
    DELETE_WHEN_FULL,
    FULL,
    STORE_INSERT,
    STORE_READ,
    STORE_RESIZE
  }

  private final Map<StreamOperation, LongAdder> counts = new EnumMap<>(StreamOperation.class);
  private final AtomicLong maxDirect = new AtomicLong();
  private final AtomicLong maxHeld = new AtomicLong();
  private final AtomicLong maxUsedBlocks = new AtomicLong();
  private final long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
  private long directBefore;

  MemoryBoundTest() {
    for (StreamOperation each : StreamOperation.values()) {
      counts.put(each, new LongAdder());
    }
  }

  @Test
  void mixedOperationsStayWithinTheMemoryBounds() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(SECONDS).plusMinutes(MINUTES_MORE), this::mixEveryOperation);
  }

  private void mixEveryOperation() throws Exception {
    directBefore = DIRECT.getMemoryUsed();
    SharedMemory shared = new SharedMemory(LARGER_STORE_BYTES + CACHE_BYTES);
    IndexedCache[] indexed = new IndexedCache[1];
    StreamOptions options =
        StreamOptions.ofBytes(CACHE_BYTES)
            .withMemory(shared.part())
            .withWaitMillis(0)
            .whenFull(blocks -> deleteSome(indexed[0]));
    try (TestStore store =
            new TestStore(StoreOptions.ofBytes(STORE_BYTES).withMemory(shared.part()));
        TestCache test = new TestCache(options)) {
      indexed[0] = new IndexedCache(test.cache(), SLOTS);
      ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
      List<Future<?>> done = new ArrayList<>();
      done.add(pool.submit(() -> useStore(store, shared)));
      for (int i = 0; i < THREADS; i++) {
        StreamWorker worker = new StreamWorker(test.cache(), indexed[0], shared, i);
        done.add(pool.submit(worker::run));
      }
      for (Future<?> each : done) {
        each.get();
      }
      pool.shutdown();
      indexed[0].deleteAll();
      print(shared);
    }
    counts.forEach((each, count) -> assertThat(count.sum()).as("%s", each).isPositive());
    assertThat(maxUsedBlocks.get() * StreamLayout.BLOCK_BYTES)
        .as("used blocks of a mostly full cache")
        .isGreaterThan(CACHE_BYTES * 9 / 10);
  }

  private boolean goesOn(int step) {
    return SECONDS == 0 ? step < STEPS : System.nanoTime() - end < 0;
  }

  private void count(StreamOperation operation) {
    counts.get(operation).increment();
  }

  /** The callback of the full cache, on the thread that needs blocks. */
  private boolean deleteSome(IndexedCache indexed) {
    count(StreamOperation.DELETE_WHEN_FULL);
    return indexed.delete(ThreadLocalRandom.current().nextInt(indexed.slots()));
  }

  private void look(SharedMemory shared) {
    long heldBytes = shared.heldBytes();
    maxHeld.accumulateAndGet(heldBytes, Math::max);
    assertThat(heldBytes).as("memory in use").isLessThanOrEqualTo(shared.bytes());
    long direct = DIRECT.getMemoryUsed() - directBefore;
    maxDirect.accumulateAndGet(direct, Math::max);
    assertThat(direct).as("direct memory").isLessThanOrEqualTo(shared.bytes());
  }

  private void print(SharedMemory shared) {
    System.out.printf(
        "%s; of %,d bytes that both may take at most %,d were taken, %,d of direct memory;"
            + " of %,d blocks at most %,d were used%n",
        counts,
        shared.bytes(),
        maxHeld.get(),
        maxDirect.get(),
        CACHE_BYTES / StreamLayout.BUFFER_BYTES * StreamLayout.USABLE_BLOCKS,
        maxUsedBlocks.get());
  }

  // ---- the block store

  private void useStore(TestStore test, SharedMemory shared) {
    SplittableRandom random = new SplittableRandom(-1);
    for (int step = 1; goesOn(step); step++) {
      int block = random.nextInt(BLOCKS);
      if (random.nextBoolean()) {
        test.insert("file", block, random.nextInt(1, LONGEST_BLOCK));
        count(StreamOperation.STORE_INSERT);
      } else {
        test.read("file", block);
        count(StreamOperation.STORE_READ);
      }
      if (step % STEPS_BETWEEN_RESIZES == 0) {
        boolean grows = step / STEPS_BETWEEN_RESIZES % 2 != 0;
        test.store().controls().resize(grows ? LARGER_STORE_BYTES : STORE_BYTES);
        look(shared);
        test.awaitQuiet();
        count(StreamOperation.STORE_RESIZE);
      }
    }
  }

  // ---- the stream cache

  private final class StreamWorker {
    private final StreamCache cache;
    private final IndexedCache indexed;
    private final SharedMemory shared;
    private final SplittableRandom random;
    private final Deque<Seen> held = new ArrayDeque<>();

    StreamWorker(StreamCache cache, IndexedCache indexed, SharedMemory shared, int seed) {
      this.cache = cache;
      this.indexed = indexed;
      this.shared = shared;
      this.random = new SplittableRandom(seed);
    }

    void run() {
      for (int step = 0; goesOn(step); step++) {
        try {
          step();
        } catch (CacheFullException e) {
          count(StreamOperation.FULL);
        }
        if (step % STEPS_BETWEEN_LOOKS == 0) {
          look();
        }
      }
      held.forEach(this::release);
    }

    private void step() {
      int slot = random.nextInt(SLOTS);
      switch (random.nextInt(10)) {
        case 0, 1 -> countIf(indexed.insert(slot, length()), StreamOperation.INSERT);
        case 2, 3, 4 -> countIf(indexed.append(slot, length() / 4), StreamOperation.APPEND);
        case 5 -> countIf(indexed.replace(slot, length()), StreamOperation.REPLACE);
        case 6 -> countIf(indexed.delete(slot), StreamOperation.DELETE);
        case 7 -> hold(slot);
        default -> read(slot);
      }
    }

    private int length() {
      return random.nextInt(random.nextInt(1, LONGEST));
    }

    private void countIf(boolean happened, StreamOperation operation) {
      if (happened) {
        count(operation);
      }
    }

    private void read(int slot) {
      try (Seen seen = indexed.get(slot)) {
        if (seen != null) {
          seen.prove();
          count(StreamOperation.READ);
        }
      }
    }

    /** Keeps a view and reads it after many other operations. */
    private void hold(int slot) {
      Seen seen = indexed.get(slot);
      if (seen != null) {
        held.add(seen);
      }
      if (held.size() > MAX_HELD) {
        release(held.remove());
      }
    }

    private void release(Seen seen) {
      try (seen) {
        seen.prove();
        count(StreamOperation.HELD_READ);
      }
    }

    private void look() {
      StreamStatistics now = cache.statistics();
      assertThat(now.bytes()).isLessThanOrEqualTo(CACHE_BYTES);
      assertThat(now.usedBlocks()).isBetween(0L, (long) now.buffers() * StreamLayout.USABLE_BLOCKS);
      maxUsedBlocks.accumulateAndGet(now.usedBlocks(), Math::max);
      MemoryBoundTest.this.look(shared);
    }
  }
}
