package io.strata.perf.bench;

import io.strata.l2.StoreStatistics;
import io.strata.l2.layout.CapacityPlan;
import java.util.Objects;
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
 * Measures the off-heap engine at production sizes ({@link SparseStore}).
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
  private static long bytes(double gigabytes) {
    return (long) (gigabytes * (1L << 30));
  }

  private static void close(SparseStore sparse) throws InterruptedException {
    try (sparse) {
      sparse.check();
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
      SparseStore sparse = new SparseStore(bytes(gigabytes));
      sparse.fill();
      System.out.printf("%d blocks cached%n", sparse.blocks());
      made = sparse;
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      ScaleBenchmark.close(sparse());
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
      made = new SparseStore(bytes(gigabytes));
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      ScaleBenchmark.close(sparse());
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
      SparseStore sparse = new SparseStore(bytes(madeWith));
      if (madeWith < GIGABYTES) {
        sparse.resize(bytes(GIGABYTES));
      }
      sparse.fill();
      made = sparse;
    }

    SparseStore sparse() {
      return Objects.requireNonNull(made);
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
      ScaleBenchmark.close(sparse());
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
    return empty.sparse().store().statistics();
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
    long bytes = bytes(empty.gigabytes);
    empty.sparse().resize(Math.max(bytes / 8, CapacityPlan.MIN_BYTES * 2));
    empty.sparse().resize(bytes);
  }
}
