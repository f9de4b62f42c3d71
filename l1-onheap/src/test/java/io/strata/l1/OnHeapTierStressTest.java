package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many concurrent threads; checks invariants afterwards, never timing. */
@Tag("stress")
class OnHeapTierStressTest {

  private static final int THREADS = 6;
  private static final int FILES = 8;
  private static final int OFFSETS = 200;

  private final CountingListener listener = new CountingListener();
  private final OnHeapTier<Key, String> tier = new OnHeapTier<>(20_000, Key::file, listener);

  @Test
  void concurrentOperationsKeepWeightsAndCountsExact() throws Exception {
    for (int round = 0; round < 10; round++) {
      inParallel(thread -> anyOperations(5_000));
      Invariants.check(tier, listener);
    }
    assertThat(listener.evicted.sum()).as("the tier was full").isPositive();
    tier.close();
    assertThat(tier.weight()).isZero();
    assertThat(tier.entryCount()).isZero();
  }

  private void anyOperations(int count) {
    var random = ThreadLocalRandom.current();
    for (int i = 0; i < count; i++) {
      var key = new Key("file" + random.nextInt(FILES), random.nextInt(OFFSETS));
      switch (random.nextInt(40)) {
        case 0 -> tier.remove(key);
        case 1 -> tier.removeGroupIf(key.file(), other -> other.offset() > key.offset());
        case 2 -> tier.setMaximumWeight(10_000 + random.nextInt(20_000));
        case 3 -> tier.forEach(entry -> assertThat(entry.value()).isEqualTo(valueOf(entry.key())));
        case 4, 5, 6 -> tier.put(key, valueOf(key), 1 + random.nextInt(100), true);
        case 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ->
            tier.put(key, valueOf(key), 1 + random.nextInt(100), false);
        default -> assertThat(tier.get(key)).isIn(null, valueOf(key));
      }
    }
  }

  /** Each key is put once per round, so an entry put before a removal must be absent after it. */
  @Test
  void groupRemovalDuringPutsRemovesAllEarlierEntries() throws Exception {
    for (int round = 0; round < 200; round++) {
      var done = new AtomicIntegerArray(THREADS);
      inParallel(
          thread -> {
            for (int offset = 0; offset < 50; offset++) {
              if (thread == 0 && offset % 10 == 9) {
                removeGroupAndCheck(done);
              }
              tier.put(keyOf(thread, offset), "v", 10, offset % 3 == 0);
              done.set(thread, offset + 1);
            }
          });
      tier.removeGroup("f");
      assertThat(tier).isEmpty();
      Invariants.check(tier, listener);
    }
  }

  private void removeGroupAndCheck(AtomicIntegerArray done) {
    int[] before = IntStream.range(0, THREADS).map(done::get).toArray();
    tier.removeGroup("f");
    for (int thread = 0; thread < THREADS; thread++) {
      for (int offset = 0; offset < before[thread]; offset++) {
        assertThat(tier.get(keyOf(thread, offset))).isNull();
        assertThat(tier.peek(keyOf(thread, offset))).isNull();
      }
    }
  }

  private static Key keyOf(int thread, int offset) {
    return new Key("f", 50L * thread + offset);
  }

  @Test
  void closeDuringPutsLeavesNoEntries() throws Exception {
    for (int round = 0; round < 200; round++) {
      var counts = new CountingListener();
      var shortLived = new OnHeapTier<Key, String>(20_000, Key::file, counts);
      inParallel(
          thread -> {
            for (int offset = 0; offset < 50; offset++) {
              if (thread == 0 && offset == 25) {
                shortLived.close();
              }
              var key = new Key("file" + offset % 3, 50L * thread + offset);
              shortLived.put(key, "v", 10, offset % 2 == 0);
            }
          });
      assertThat(shortLived.weight()).isZero();
      assertThat(shortLived.inMemoryWeight()).isZero();
      assertThat(shortLived.entryCount()).isZero();
      assertThat(counts.left()).isEqualTo(counts.added.sum());
    }
  }

  private static String valueOf(Key key) {
    return key.file() + '@' + key.offset();
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  /** Runs {@code work} on all threads, started together; rethrows what one of them threw. */
  private static void inParallel(Work work) throws Exception {
    var pool = Executors.newFixedThreadPool(THREADS);
    try {
      var start = new CyclicBarrier(THREADS);
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        tasks.add(
            () -> {
              start.await();
              work.run(number);
              return null;
            });
      }
      for (Future<Void> done : pool.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
