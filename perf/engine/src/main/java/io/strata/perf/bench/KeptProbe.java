package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Measures the cost of hits and inserts in memory that outlives the process, relative to direct
 * memory. Three stores in one process, equal except for their memory, are driven in interleaved
 * slices of a few milliseconds, in random order: one over a file, two over direct memory. Each
 * round of slices gives the ratio of the file's time to the mean of the other two, and as the
 * control the ratio of these two. Reports the medians with their confidence intervals of 95 %, by
 * order statistics (binomial distribution).
 *
 * <p>Command: {@code ./strata bench engine kept}. {@code -Dstrata.bench.memory} sets another folder
 * for the file, such as one on huge pages.
 */
final class KeptProbe implements Probe {
  private static final Path FOLDER = Path.of(System.getProperty("strata.bench.memory", "/dev/shm"));
  private static final long BYTES = 1L << 30;
  private static final long QUICK_BYTES = 64L << 20;
  private static final int BLOCK = 16 << 10;
  private static final int ROUNDS = 400;
  private static final int QUICK_ROUNDS = 20;

  /** Number of measured rounds per warm-up round. */
  private static final int WARM_UP = 4;

  private static final int HITS = 20_000;
  private static final int INSERTS = 2_000;
  private static final double NORMAL_QUANTILE = 1.96;

  /** The positions of the stores. */
  private static final int FIRST = 0;

  private static final int SECOND = 1;
  private static final int KEPT = 2;

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    CapacityPlan capacity = CapacityPlan.of(quick ? QUICK_BYTES : BYTES, BLOCK);
    Path folder = Files.createTempDirectory(FOLDER, "strata-kept");
    Path file = folder.resolve("memory");
    try (StoreUnderTest first = new StoreUnderTest(capacity, BucketMemory.direct());
        StoreUnderTest kept =
            new StoreUnderTest(capacity, KeptMemory.open(List.of(file), capacity, 0));
        StoreUnderTest second = new StoreUnderTest(capacity, BucketMemory.direct())) {
      List<StoreUnderTest> stores = List.of(first, second, kept);
      measure("hit", stores, StoreUnderTest::hits, quick, sink);
      measure("insert", stores, StoreUnderTest::inserts, quick, sink);
      for (StoreUnderTest each : stores) {
        each.audit();
      }
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** A batch of operations that takes a few milliseconds. */
  private interface Slice {
    void run(StoreUnderTest store);
  }

  private static void measure(
      String what, List<StoreUnderTest> stores, Slice slice, boolean quick, Sink sink) {
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    double[] ratios = new double[rounds];
    double[] controls = new double[rounds];
    List<Integer> order = new ArrayList<>(List.of(FIRST, SECOND, KEPT));
    Random random = new Random(1);
    for (int round = -rounds / WARM_UP; round < rounds; round++) {
      Collections.shuffle(order, random);
      double[] nanos = new double[order.size()];
      for (int each : order) {
        nanos[each] = nanos(stores.get(each), slice);
      }
      if (round >= 0) {
        ratios[round] = 2 * nanos[KEPT] / (nanos[FIRST] + nanos[SECOND]);
        controls[round] = nanos[SECOND] / nanos[FIRST];
      }
    }
    report(sink, "kept." + what, ratios);
    report(sink, "kept." + what + ".control", controls);
  }

  private static long nanos(StoreUnderTest store, Slice slice) {
    long begin = System.nanoTime();
    slice.run(store);
    return System.nanoTime() - begin;
  }

  private static void report(Sink sink, String figure, double[] ratios) {
    Arrays.sort(ratios);
    int middle = ratios.length / 2;
    int halfWidth = (int) Math.ceil(NORMAL_QUANTILE * Math.sqrt(ratios.length) / 2);
    sink.figure(figure, ratios[middle]);
    sink.figure(figure + ".low", ratios[middle - halfWidth]);
    sink.figure(figure + ".high", ratios[middle + halfWidth]);
  }

  /** A full store, with blocks numbered in the order of insertion. */
  private static final class StoreUnderTest implements AutoCloseable {
    private static final int BLOCKS_OF_FILE = 4_096;

    private final BlockStore<NumberedBlock> store;
    private final SplittableRandom random = new SplittableRandom(2);
    private final int cached;
    private int next;
    private long sum;

    StoreUnderTest(CapacityPlan capacity, BucketMemory memory)
        throws IOException, InterruptedException {
      store = new BlockStore<>(StoreOptions.of(capacity).withMemory(memory));
      store.awaitMemory();
      while (store.statistics().evictedForRoom() == 0) {
        insert();
      }
      store.awaitQuiet();
      cached = (int) store.statistics().blocks();
    }

    private static String file(int number) {
      return "file-" + number / BLOCKS_OF_FILE;
    }

    private void insert() {
      store.insert(file(next), next, new NumberedBlock(next, BLOCK));
      next++;
    }

    /** Reads a word of each of many random blocks. */
    void hits() {
      for (int i = 0; i < HITS; i++) {
        int number = next - 1 - random.nextInt(cached);
        int handle = store.pin(file(number), number);
        if (handle != BlockStore.NONE) {
          ByteBuffer view = store.view(handle);
          sum += view.getLong(random.nextInt(BLOCK / Long.BYTES) * Long.BYTES);
          store.unpin(handle);
        }
      }
    }

    /** Inserts blocks, each of which evicts another. */
    void inserts() {
      for (int i = 0; i < INSERTS; i++) {
        insert();
      }
    }

    /** Throws if the store leaked memory. */
    void audit() throws InterruptedException {
      store.awaitQuiet();
      List<String> problems = store.audit();
      if (!problems.isEmpty()) {
        throw new IllegalStateException(sum + " " + String.join(" ", problems));
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
