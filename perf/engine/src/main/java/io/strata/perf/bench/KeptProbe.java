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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures the cost of hits and inserts in memory that outlives the process, relative to direct
 * memory. Two stores in one process, equal except for their memory, are driven in interleaved
 * slices of a few milliseconds, in random order. Reports the median of the pairs' ratios with its
 * confidence interval of 95 %, by order statistics (binomial distribution).
 *
 * <p>Command: {@code ./strata bench engine kept}. {@code -Dstrata.bench.memory} sets another folder
 * for the file, such as one on huge pages.
 */
final class KeptProbe implements Probe {
  private static final Path FOLDER = Path.of(System.getProperty("strata.bench.memory", "/dev/shm"));
  private static final long BYTES = 1L << 30;
  private static final long QUICK_BYTES = 64L << 20;
  private static final int BLOCK = 16 << 10;
  private static final int PAIRS = 400;
  private static final int QUICK_PAIRS = 20;

  /** Number of measured pairs per warm-up pair. */
  private static final int WARM_UP = 4;

  private static final int HITS = 20_000;
  private static final int INSERTS = 2_000;
  private static final double NORMAL_QUANTILE = 1.96;

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    long bytes = quick ? QUICK_BYTES : BYTES;
    int pairs = quick ? QUICK_PAIRS : PAIRS;
    CapacityPlan capacity = CapacityPlan.of(bytes, BLOCK);
    Path folder = Files.createTempDirectory(FOLDER, "strata-kept");
    Path file = folder.resolve("memory");
    try (StoreUnderTest direct = new StoreUnderTest(capacity, BucketMemory.direct());
        StoreUnderTest kept =
            new StoreUnderTest(capacity, KeptMemory.open(List.of(file), capacity, 0))) {
      report(sink, "hit", ratios(pairs, direct, kept, StoreUnderTest::hits));
      report(sink, "insert", ratios(pairs, direct, kept, StoreUnderTest::inserts));
      direct.audit();
      kept.audit();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** A batch of operations that takes a few milliseconds. */
  private interface Slice {
    void run(StoreUnderTest store);
  }

  /** Returns the ratios of times in kept memory to times in direct memory, in ascending order. */
  private static double[] ratios(
      int pairs, StoreUnderTest direct, StoreUnderTest kept, Slice slice) {
    SplittableRandom random = new SplittableRandom(1);
    double[] ratios = new double[pairs];
    for (int pair = -pairs / WARM_UP; pair < pairs; pair++) {
      boolean directFirst = random.nextBoolean();
      double first = nanos(directFirst ? direct : kept, slice);
      double second = nanos(directFirst ? kept : direct, slice);
      if (pair >= 0) {
        ratios[pair] = directFirst ? second / first : first / second;
      }
    }
    Arrays.sort(ratios);
    return ratios;
  }

  private static long nanos(StoreUnderTest store, Slice slice) {
    long begin = System.nanoTime();
    slice.run(store);
    return System.nanoTime() - begin;
  }

  private static void report(Sink sink, String what, double[] ratios) {
    int middle = ratios.length / 2;
    int halfWidth = (int) Math.ceil(NORMAL_QUANTILE * Math.sqrt(ratios.length) / 2);
    sink.figure("kept." + what, ratios[middle]);
    sink.figure("kept." + what + ".low", ratios[middle - halfWidth]);
    sink.figure("kept." + what + ".high", ratios[middle + halfWidth]);
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
