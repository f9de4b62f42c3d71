package io.strata.perf.bench;

import io.strata.l2.curve.MissRatioCurve;
import io.strata.perf.common.Pattern;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
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
 * Measures the cost of the miss-ratio curve while serving: nanoseconds per recorded read, alone and
 * together with a hit of the off-heap tier, with Zipfian popularity, at the sampling rate of a
 * server and with every read sampled.
 *
 * <p>Command: {@code ./strata bench jmh CurveBenchmark -t 2 -prof gc}; {@code gc.alloc.rate.norm}
 * of {@code record} is 0 bytes.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {
      "-Xms" + HitBenchmark.HEAP_MEGABYTES + "m",
      "-Xmx" + HitBenchmark.HEAP_MEGABYTES + "m",
      "-Xmn256m",
      "-XX:MaxDirectMemorySize=" + HitBenchmark.DIRECT_MEGABYTES + "m",
      "-Dlog4j2.configurationFile=classpath:strata-bench-log4j2.properties",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"
    })
@State(Scope.Benchmark)
public class CurveBenchmark {
  private static final int BLOCKS = HitBenchmark.BLOCKS;
  private static final int FILES = 12;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final long CACHE_BYTES = 1L << 30;

  @Param({"" + MissRatioCurve.SERVING_RATE, "1"})
  public double rate = 1;

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS / FILES);
  private final AtomicLong seeds = new AtomicLong(1);
  private BlockCache cache = new BaselineCache();
  private MissRatioCurve curve = new MissRatioCurve(CACHE_BYTES, () -> 0);

  /** Fills the cache. */
  @Setup(Level.Trial)
  public void fill() {
    cache = CacheKind.STRATA.open(CACHE_BYTES, BLOCK_BYTES);
    Filling.put(
        cache, files, 0, BLOCKS, i -> SampleBlocks.onHeap(SampleFiles.offset(i), BLOCK_BYTES));
    curve =
        new MissRatioCurve(
            8 * CACHE_BYTES,
            () -> cache.getStats().getRequestCount(),
            rate,
            MissRatioCurve.SERVING_SAMPLES_PER_HALVING);
  }

  @TearDown(Level.Trial)
  public void close() {
    cache.shutdown();
  }

  /** The read order of one thread. */
  @State(Scope.Thread)
  public static class CurveReadOrder {
    private static final int LENGTH = 1 << 18;
    private int[] order = {};
    private int at;

    @Setup(Level.Trial)
    public void make(CurveBenchmark benchmark) {
      order = Pattern.ZIPF.order(BLOCKS, LENGTH, benchmark.seeds.getAndIncrement());
    }

    int next() {
      return order[at++ & (LENGTH - 1)];
    }
  }

  /** Creates a key: the overhead common to the other methods. */
  @Benchmark
  public BlockCacheKey key(CurveReadOrder order) {
    return files.key(order.next());
  }

  /** Records a read. */
  @Benchmark
  public BlockCacheKey record(CurveReadOrder order) {
    BlockCacheKey key = files.key(order.next());
    record(key);
    return key;
  }

  /** Measures a hit. */
  @Benchmark
  public Cacheable hit(CurveReadOrder order) {
    return read(files.key(order.next()));
  }

  /** Measures a hit that is recorded. */
  @Benchmark
  public Cacheable hitAndRecord(CurveReadOrder order) {
    BlockCacheKey key = files.key(order.next());
    record(key);
    return read(key);
  }

  private void record(BlockCacheKey key) {
    curve.record(MissRatioCurve.hash(key.getHfileName(), key.getOffset()), BLOCK_BYTES);
  }

  private Cacheable read(BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, true, false, true);
    if (block == null) {
      throw new IllegalStateException("A block was evicted, so not every read is a hit.");
    }
    block.release();
    return block;
  }
}
