package io.strata.perf.bench;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.SparseFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the off-heap engine at production sizes on a machine with much less memory: buckets lie
 * in a sparse file on tmpfs, and inserts write no block bytes, so that only pages with headers take
 * memory. Index and policy use as much memory as in production.
 *
 * <p>Command: {@code ./strata bench jmh ScaleBenchmark}; one size alone with {@code -p
 * gigabytes=0.25}. The largest takes some gigabytes of memory and about a minute to fill.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx3g", "-XX:MaxDirectMemorySize=8g"})
public class ScaleBenchmark {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final UnwrittenBlock BLOCK = new UnwrittenBlock(BLOCK_BYTES);
  private static final int BLOCKS_OF_FILE = 20_000;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** A store over a sparse file, with blocks numbered in the order of insertion. */
  private static final class SparseStore {
    private final BlockStore<UnwrittenBlock> store;
    private final SplittableRandom random = new SplittableRandom(1);
    private long next;
    private long blocks;

    SparseStore(double gigabytes) {
      Path folder =
          Files.isDirectory(SHARED_MEMORY)
              ? SHARED_MEMORY
              : Path.of(System.getProperty("java.io.tmpdir"));
      CapacityPlan capacity = CapacityPlan.of(bytes(gigabytes), BLOCK_BYTES);
      store = new BlockStore<>(StoreOptions.of(capacity).withMemory(new SparseFile(folder)));
    }

    static long bytes(double gigabytes) {
      return (long) (gigabytes * (1L << 30));
    }

    /** Inserts until blocks are evicted. */
    void fill() throws InterruptedException {
      long before = store.statistics().evictedForRoom();
      while (store.statistics().evictedForRoom() == before) {
        for (int i = 0; i < BLOCKS_OF_FILE; i++) {
          insert();
        }
      }
      store.awaitQuiet();
      blocks = store.statistics().blocks();
      System.out.printf("%d blocks cached%n", blocks);
    }

    private static String file(long block) {
      return "file" + block / BLOCKS_OF_FILE;
    }

    void insert() {
      store.insert(file(next), next, BLOCK);
      next++;
    }

    /** Pins and unpins a random block of the newer half, found by its file name. */
    int hit() {
      long block = next - 1 - random.nextLong(blocks / 2);
      int handle = store.pin(file(block), block);
      if (handle != BlockStore.NONE) {
        store.unpin(handle);
      }
      return handle;
    }

    /** Closes the store; throws if it leaked memory. */
    void close() throws InterruptedException {
      store.awaitQuiet();
      List<String> problems = store.audit();
      store.close();
      if (!problems.isEmpty()) {
        throw new IllegalStateException(String.join(" ", problems));
      }
    }
  }

  /** A full store. */
  @State(Scope.Benchmark)
  public static class Full {
    /** Size of the store, in GiB. */
    @Param({"0.25", "100", "1000"})
    public double gigabytes;

    private @Nullable SparseStore made;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
      SparseStore sparse = new SparseStore(gigabytes);
      sparse.fill();
      made = sparse;
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** An empty store. */
  @State(Scope.Benchmark)
  public static class Empty {
    /** Size of the store, in GiB. */
    @Param({"0.25", "100", "1000"})
    public double gigabytes;

    private @Nullable SparseStore made;

    @Setup(Level.Trial)
    public void open() {
      made = new SparseStore(gigabytes);
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** A full store of 16 GiB, created at that size or grown from a smaller one. */
  @State(Scope.Benchmark)
  public static class Grown {
    private static final double GIGABYTES = 16;

    /** Initial size of the store, in GiB. */
    @Param({"16", "0.03125"})
    public double madeWith;

    private @Nullable SparseStore made;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
      SparseStore sparse = new SparseStore(madeWith);
      if (madeWith < GIGABYTES) {
        sparse.store.controls().resize(SparseStore.bytes(GIGABYTES));
        sparse.store.awaitQuiet();
      }
      sparse.fill();
      made = sparse;
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** Measures a hit among more blocks than fit the processor caches. */
  @Benchmark
  public int hit(Full full) {
    return full.sparse().hit();
  }

  /** Measures a hit in a store that has grown, and in one created at the same size. */
  @Benchmark
  public int hitAfterGrowth(Grown grown) {
    return grown.sparse().hit();
  }

  /** Measures an insert that evicts another block. */
  @Benchmark
  public void insertThatEvicts(Full full) {
    full.sparse().insert();
  }

  /** Measures the statistics call that HBase's prefetch makes per block, on an empty store. */
  @Benchmark
  public StoreStatistics statisticsOfAnEmptyStore(Empty empty) {
    return empty.sparse().store.statistics();
  }

  /**
   * Measures shrinking an empty store to an eighth and growing it again, background work included.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 1)
  @Measurement(iterations = 3)
  public void shrinkAndGrow(Empty empty) throws InterruptedException {
    BlockStore<UnwrittenBlock> store = empty.sparse().store;
    long bytes = SparseStore.bytes(empty.gigabytes);
    store.controls().resize(Math.max(bytes / 8, CapacityPlan.MIN_BYTES * 2));
    store.awaitQuiet();
    store.controls().resize(bytes);
    store.awaitQuiet();
  }
}
