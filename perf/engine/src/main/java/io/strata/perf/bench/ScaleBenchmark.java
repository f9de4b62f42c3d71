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
 * What the off-heap engine's operations cost at the sizes that its users have, on a machine with
 * much less memory: buckets lie in a sparse file on a file system in memory, and blocks are offered
 * by a source that copies nothing, so that only pages with headers take memory. Index and policy
 * take what they take in production.
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
  private static final Untouched BLOCK = new Untouched(BLOCK_BYTES);
  private static final int BLOCKS_OF_FILE = 20_000;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** A store over a sparse file, of which blocks are offered in the order of their numbers. */
  private static final class Sparse {
    private final BlockStore<Untouched> store;
    private final SplittableRandom random = new SplittableRandom(1);
    private long next;
    private long blocks;

    Sparse(double gigabytes) {
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
      System.out.printf("%d blocks held%n", blocks);
    }

    private static String file(long block) {
      return "file" + block / BLOCKS_OF_FILE;
    }

    void insert() {
      store.insert(file(next), next, BLOCK);
      next++;
    }

    /** Finds one of the newer half of all blocks by the name of its file, pins and unpins it. */
    int hit() {
      long block = next - 1 - random.nextLong(blocks / 2);
      int handle = store.pin(file(block), block);
      if (handle != BlockStore.NONE) {
        store.unpin(handle);
      }
      return handle;
    }

    /** Proves that nothing leaked. */
    void close() throws InterruptedException {
      store.awaitQuiet();
      List<String> wrong = store.audit();
      store.close();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(String.join(" ", wrong));
      }
    }
  }

  /** A store that is full. */
  @State(Scope.Benchmark)
  public static class Full {
    /** Size of the store, in GB of 2^30 bytes. */
    @Param({"0.25", "100", "1000"})
    public double gigabytes;

    private @Nullable Sparse made;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
      Sparse sparse = new Sparse(gigabytes);
      sparse.fill();
      made = sparse;
    }

    Sparse sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** A store without a block. */
  @State(Scope.Benchmark)
  public static class Empty {
    /** Size of the store, in GB of 2^30 bytes. */
    @Param({"0.25", "100", "1000"})
    public double gigabytes;

    private @Nullable Sparse made;

    @Setup(Level.Trial)
    public void open() {
      made = new Sparse(gigabytes);
    }

    Sparse sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** A full store of 16 GB, made as large or grown from a part of that. */
  @State(Scope.Benchmark)
  public static class Grown {
    private static final double GIGABYTES = 16;

    /** Size at which the store was made, in GB of 2^30 bytes. */
    @Param({"16", "0.03125"})
    public double madeWith;

    private @Nullable Sparse made;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
      Sparse sparse = new Sparse(madeWith);
      if (madeWith < GIGABYTES) {
        sparse.store.controls().resize(Sparse.bytes(GIGABYTES));
        sparse.store.awaitQuiet();
      }
      sparse.fill();
      made = sparse;
    }

    Sparse sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      sparse().close();
    }
  }

  /** A hit among more blocks than the processor's caches hold. */
  @Benchmark
  public int hit(Full full) {
    return full.sparse().hit();
  }

  /** A hit in a store that grew, beside one that was made as large. */
  @Benchmark
  public int hitAfterGrowth(Grown grown) {
    return grown.sparse().hit();
  }

  /** Inserts a block, for which another is evicted. */
  @Benchmark
  public void insertThatEvicts(Full full) {
    full.sparse().insert();
  }

  /** Asks what HBase's prefetch asks for each block, while every bucket is empty. */
  @Benchmark
  public StoreStatistics statisticsOfAnEmptyStore(Empty empty) {
    return empty.sparse().store.statistics();
  }

  /**
   * Shrinks an empty store to an eighth and grows it again, all work in the background included.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 1)
  @Measurement(iterations = 3)
  public void shrinkAndGrow(Empty empty) throws InterruptedException {
    BlockStore<Untouched> store = empty.sparse().store;
    long bytes = Sparse.bytes(empty.gigabytes);
    store.controls().resize(Math.max(bytes / 8, CapacityPlan.MIN_BYTES * 2));
    store.awaitQuiet();
    store.controls().resize(bytes);
    store.awaitQuiet();
  }
}
