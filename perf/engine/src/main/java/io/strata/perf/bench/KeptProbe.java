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
 * What a hit and an insert cost in memory that outlives the process, beside direct memory: two
 * stores of one process, alike but for that, are driven by turns, in slices of some milliseconds
 * and in random order. What is told is the median of the ratios of the pairs, and the interval that
 * has it with a confidence of 95 %: so many pairs around the middle, by the binomial distribution.
 *
 * <p>Command: {@code ./strata bench engine kept}. {@code -Dstrata.bench.memory} names another
 * folder for the file, such as one on huge pages.
 */
final class KeptProbe implements Probe {
  private static final Path FOLDER = Path.of(System.getProperty("strata.bench.memory", "/dev/shm"));
  private static final long BYTES = 1L << 30;
  private static final long QUICK_BYTES = 64L << 20;
  private static final int BLOCK = 16 << 10;
  private static final int PAIRS = 400;
  private static final int QUICK_PAIRS = 20;

  /** Of the first pairs the code is compiled. */
  private static final int WARM_UP = 4;

  private static final int HITS = 20_000;
  private static final int INSERTS = 2_000;
  private static final double CONFIDENCE = 1.96;

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    long bytes = quick ? QUICK_BYTES : BYTES;
    int pairs = quick ? QUICK_PAIRS : PAIRS;
    CapacityPlan capacity = CapacityPlan.of(bytes, BLOCK);
    Path folder = Files.createTempDirectory(FOLDER, "strata-kept");
    Path file = folder.resolve("memory");
    try (Driven direct = new Driven(capacity, BucketMemory.direct());
        Driven kept = new Driven(capacity, KeptMemory.open(List.of(file), capacity, 0))) {
      tell(sink, "hit", ratios(pairs, direct, kept, Driven::hits));
      tell(sink, "insert", ratios(pairs, direct, kept, Driven::inserts));
      direct.prove();
      kept.prove();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /** Something to do, which takes some milliseconds. */
  private interface Slice {
    void run(Driven store);
  }

  /** The times in kept memory over those in direct memory, ascending. */
  private static double[] ratios(int pairs, Driven direct, Driven kept, Slice slice) {
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

  private static long nanos(Driven store, Slice slice) {
    long begin = System.nanoTime();
    slice.run(store);
    return System.nanoTime() - begin;
  }

  private static void tell(Sink sink, String what, double[] ratios) {
    int middle = ratios.length / 2;
    int away = (int) Math.ceil(CONFIDENCE * Math.sqrt(ratios.length) / 2);
    sink.figure("kept." + what, ratios[middle]);
    sink.figure("kept." + what + ".low", ratios[middle - away]);
    sink.figure("kept." + what + ".high", ratios[middle + away]);
  }

  /** A store that is full of blocks, numbered from the oldest on. */
  private static final class Driven implements AutoCloseable {
    private static final int BLOCKS_OF_FILE = 4_096;

    private final BlockStore<Numbered> store;
    private final SplittableRandom random = new SplittableRandom(2);
    private final int held;
    private int next;
    private long sum;

    Driven(CapacityPlan capacity, BucketMemory memory) throws IOException, InterruptedException {
      store = new BlockStore<>(StoreOptions.of(capacity).withMemory(memory));
      store.awaitMemory();
      while (store.statistics().evictedForRoom() == 0) {
        insert();
      }
      store.awaitQuiet();
      held = (int) store.statistics().blocks();
    }

    private static String file(int number) {
      return "file-" + number / BLOCKS_OF_FILE;
    }

    private void insert() {
      store.insert(file(next), next, new Numbered(next, BLOCK));
      next++;
    }

    /** Reads a word of blocks that are drawn at random. */
    void hits() {
      for (int i = 0; i < HITS; i++) {
        int number = next - 1 - random.nextInt(held);
        int handle = store.pin(file(number), number);
        if (handle != BlockStore.NONE) {
          ByteBuffer view = store.view(handle);
          sum += view.getLong(random.nextInt(BLOCK / Long.BYTES) * Long.BYTES);
          store.unpin(handle);
        }
      }
    }

    /** Inserts blocks, for which others are evicted. */
    void inserts() {
      for (int i = 0; i < INSERTS; i++) {
        insert();
      }
    }

    /** Fails when something leaked. */
    void prove() throws InterruptedException {
      store.awaitQuiet();
      List<String> wrong = store.audit();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(sum + " " + String.join(" ", wrong));
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
