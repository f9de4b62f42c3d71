package io.strata.l2.fault;

import io.strata.l2.StoreOptions;
import io.strata.l2.compress.Compression;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A process that reads, inserts and evicts until it is killed. After evicting a block or a file, it
 * prints that, and does not insert it again. Blocks are packed, unpacked and promoted all the time,
 * because more are read than fit.
 */
final class KilledStore {
  static final String FILE = ProvingBlock.SOFT;
  static final String GONE = "gone ";
  static final String CLOSED = "closed ";
  static final String READY = "ready";

  /** The file of blocks that are inserted and evicted once. */
  static final String ONCE = "once";

  static final int BLOCKS = 6_000;
  static final long BYTES = 48L << 20;

  private static final int THREADS = 2;

  /** Number of blocks of each file that is evicted as a whole. */
  static final int BLOCKS_OF_CLOSED = 3;

  private final TestStore test;
  private final long iteration;

  private KilledStore(TestStore test, long iteration) {
    this.test = test;
    this.iteration = iteration;
  }

  static TestStore open(Path folder) throws IOException {
    return open(folder, DeflateCompressor.COMPRESSION);
  }

  static TestStore open(Path folder, Compression compression) throws IOException {
    CapacityPlan capacity = CapacityPlan.of(BYTES);
    TestStore test =
        new TestStore(
            StoreOptions.of(capacity)
                .withMemory(KeptMemory.open(files(folder), capacity, 1))
                .withCompression(compression));
    // Misses so slow that packing pays.
    for (int miss = 0; miss < 100; miss++) {
      test.store().packing().noteMiss(TimeUnit.SECONDS.toNanos(1), 60_000);
    }
    return test;
  }

  /** Returns the files of the kept memory. */
  static List<Path> files(Path folder) {
    return List.of(folder.resolve("one"), folder.resolve("two"));
  }

  /** Most blocks fit one slot, some take several, and the common size drifts. */
  static int length(int block) {
    return block % 50 == 0 ? 300_000 + 97 * block : 2_000 + 13 * (block % 3_000);
  }

  static String closedFile(long iteration, long number) {
    return "closed-" + iteration + "-" + number;
  }

  public static void main(String[] args) throws Exception {
    long iteration = Long.parseLong(args[1]);
    KilledStore store = new KilledStore(open(Path.of(args[0])), iteration);
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      start(() -> store.run(thread));
    }
    start(store::resize);
    System.out.println(READY);
  }

  /** Starts a thread; if it fails, the process ends, and its output with it. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler(
        (failed, error) -> {
          error.printStackTrace();
          Runtime.getRuntime().halt(1);
        });
    thread.start();
  }

  /** Resizes, so that the collector finds removed buckets, and files shrink. */
  private void resize() {
    SplittableRandom random = new SplittableRandom(iteration);
    while (true) {
      try {
        test.store().controls().resize(BYTES + (random.nextInt(8) - 1) * (4L << 20));
      } catch (OutOfMemoryError e) {
        // Removed buckets are still in use.
      }
      System.gc();
    }
  }

  private void run(int thread) {
    SplittableRandom random = new SplittableRandom(iteration * THREADS + thread);
    for (long turn = 0; ; turn++) {
      // Blocks of one size are common for a while, so buckets change class.
      int block = (int) (turn / 2_000 * 1_000 + random.nextInt(2_000)) % BLOCKS;
      if (!test.read(FILE, block)) {
        test.insert(FILE, block, length(block));
      }
      if (turn % 16 == 0) {
        evictOne(thread, turn);
      }
      if (turn % 256 == 0) {
        evictFile(thread, turn);
      }
    }
  }

  private void evictOne(int thread, long turn) {
    long offset = (iteration << 32) + turn * THREADS + thread;
    test.insert(new ProvingBlock(ONCE, offset, 5_000));
    test.store().evict(ONCE, offset);
    System.out.println(GONE + offset);
  }

  private void evictFile(int thread, long turn) {
    long number = turn * THREADS + thread;
    String file = closedFile(iteration, number);
    for (int block = 0; block < BLOCKS_OF_CLOSED; block++) {
      test.insert(file, block, 9_000);
    }
    test.store().evictFile(file);
    System.out.println(CLOSED + number);
  }
}
