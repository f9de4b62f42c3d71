package io.strata.perf.bench;

import io.strata.perf.common.Pattern;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
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
 * Measures hits per second on {@value #BLOCKS} cached blocks of slightly over 64 KB. A hit is a new
 * key, {@code getBlock} and {@code release}. The allocation per hit, key included, is JMH's {@code
 * gc.alloc.rate.norm}.
 *
 * <p>Command: {@code ./strata bench engine hit hot}; one cache by itself: {@code ./strata bench jmh
 * 'HitBenchmark.hit$' -p cache=STRATA -p pattern=UNIFORM -t 2 -prof gc}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {
      "-Xms" + HitBenchmark.HEAP_MEGABYTES + "m",
      "-Xmx" + HitBenchmark.HEAP_MEGABYTES + "m",
      "-Xmn256m", // Small, so that all of its pages are touched before measuring begins.
      "-XX:MaxDirectMemorySize=" + HitBenchmark.DIRECT_MEGABYTES + "m",
      "-Dlog4j2.configurationFile=classpath:strata-bench-log4j2.properties",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"
    })
@State(Scope.Benchmark)
public class HitBenchmark {
  public static final int BLOCKS = 12_000;

  /** The heap of the measured process, in MB; it contains the blocks of on-heap caches. */
  public static final int HEAP_MEGABYTES = 2_000;

  /** The maximum direct memory of the measured process, in MB. */
  public static final int DIRECT_MEGABYTES = 2_000;

  private static final int FILES = 12;
  private static final int BLOCK_BYTES = 64 << 10;

  /** The maximum bytes by which HBase exceeds the block size, with cells of 1,000 bytes. */
  private static final int OVERSHOOT = 1_000;

  @Param({"STRATA", "BUCKET_CACHE", "LRU", "TINY_LFU", "BASELINE"})
  public CacheKind cache = CacheKind.STRATA;

  @Param({"UNIFORM", "ZIPF", "ONE"})
  public Pattern pattern = Pattern.UNIFORM;

  @Param("" + BLOCKS)
  public int blocks = BLOCKS;

  private SampleFiles files = new SampleFiles(FILES, BLOCKS / FILES);
  private final AtomicLong seeds = new AtomicLong(1);
  private BlockCache opened = new BaselineCache();

  /** Fills the cache. */
  @Setup(Level.Trial)
  public void fill() {
    opened = cache.open(cacheBytes(), BLOCK_BYTES);
    files = new SampleFiles(FILES, (blocks + FILES - 1) / FILES);
    Filling.put(
        opened,
        files,
        0,
        blocks,
        i -> SampleBlocks.onHeap(SampleFiles.offset(i), BLOCK_BYTES + i * 37 % OVERSHOOT));
    for (int i = 0; i < blocks; i++) {
      if (!Filling.isCached(opened, files.key(i))) {
        throw new IllegalStateException(
            "Block " + i + " is not cached, so not every read is a hit.");
      }
    }
  }

  /** Returns a capacity that holds all blocks in every kind of cache. */
  private long cacheBytes() {
    return (64L + blocks / 12) << 20;
  }

  @TearDown(Level.Trial)
  public void close() {
    opened.shutdown();
  }

  /** The read order of one thread. */
  @State(Scope.Thread)
  public static class HitReadOrder {
    private static final int LENGTH = 1 << 18;
    private int[] order = {};
    private int at;

    @Setup(Level.Trial)
    public void make(HitBenchmark benchmark) {
      order = benchmark.pattern.order(benchmark.blocks, LENGTH, benchmark.seeds.getAndIncrement());
    }

    int next() {
      return order[at++ & (LENGTH - 1)];
    }
  }

  /** Measures a hit alone. */
  @Benchmark
  public Cacheable hit(HitReadOrder order) {
    Cacheable block = find(files.key(order.next()));
    block.release();
    return block;
  }

  /** Measures a hit and a read of the first cell's lengths, with which a scanner begins. */
  @Benchmark
  public long hitAndLook(HitReadOrder order) {
    HFileBlock block = (HFileBlock) find(files.key(order.next()));
    long lengths = block.getBufferWithoutHeader().getLong(0);
    block.release();
    return lengths;
  }

  /** Measures a hit with a key made from the file's path, as in HBase 2.6.4: always a new name. */
  @Benchmark
  public Cacheable hitByPath(HitReadOrder order) {
    Cacheable block = find(files.keyOfPath(order.next()));
    block.release();
    return block;
  }

  private Cacheable find(BlockCacheKey key) {
    Cacheable block = opened.getBlock(key, true, false, true);
    if (block == null) {
      throw new IllegalStateException("A block was evicted, so not every read is a hit.");
    }
    return block;
  }
}
