package io.strata.perf.bench;

import io.strata.perf.common.Pattern;
import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures the cost of recording accesses: hits of the whole cache, as in {@link HitBenchmark},
 * with the recorder off and on. {@code work} is the CPU work of a thread between look-ups, in units
 * of {@link Blackhole#consumeCPU} of one to two nanoseconds each. With 0, threads only look up, at
 * many times the rate of a server; with a few thousand, at about the rate of a server's handlers
 * that answer gets.
 *
 * <p>Command: {@code ./strata bench jmh TraceBenchmark -t 2 -prof gc}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Threads(1)
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
public class TraceBenchmark {
  private static final int BLOCKS = 12_000;
  private static final int FILES = 12;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int CACHE_MEGABYTES = 1_100;

  @Param({"false", "true"})
  public boolean recorded = false;

  @Param({"0", "3000"})
  public int work = 0;

  private final SampleFiles files = new SampleFiles(FILES, BLOCKS / FILES);
  private final AtomicLong seeds = new AtomicLong(1);
  private final Path folder;
  private final StrataCache whole;
  private final StrataBlockCache cache;

  /** Fills the cache. */
  public TraceBenchmark() {
    folder = temporary();
    whole = new StrataCache(conf(false));
    cache = new StrataBlockCache(whole);
    // Not through the whole cache, which does not report whether a block is cached.
    Filling.put(
        new StrataSecondLevel(whole.offHeap()),
        files,
        0,
        BLOCKS,
        i -> SampleBlocks.onHeap(SampleFiles.offset(i), BLOCK_BYTES + i % 1_000));
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("strata-trace");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Configuration conf(boolean on) {
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setInt("hbase.bucketcache.size", CACHE_MEGABYTES);
    conf.setBoolean("strata.trace.enabled", on);
    conf.set("strata.trace.dir", folder.toString());
    conf.set("strata.trace.max.bytes", "1g");
    return conf;
  }

  /** Switches the recorder on or off by a configuration change, as a server does. */
  @Setup(Level.Trial)
  public void record() throws InterruptedException {
    cache.onConfigurationChange(conf(recorded));
    whole.awaitConfiguration();
  }

  /**
   * Closes the cache and deletes the trace without reading it, as a memory profiler reports the
   * last iteration at this point.
   */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    cache.shutdown();
    try (Stream<Path> left = Files.list(folder)) {
      for (Path each : left.toList()) {
        Files.delete(each);
      }
    }
    Files.delete(folder);
  }

  /** The read order of one thread. */
  @State(Scope.Thread)
  public static class TraceReadOrder {
    private static final int LENGTH = 1 << 18;
    private int[] order = {};
    private int at;

    @Setup(Level.Trial)
    public void make(TraceBenchmark benchmark) {
      order = Pattern.UNIFORM.order(BLOCKS, LENGTH, benchmark.seeds.getAndIncrement());
    }

    int next() {
      return order[at++ & (LENGTH - 1)];
    }
  }

  /** Measures a hit with the work between look-ups. */
  @Benchmark
  public Cacheable hit(TraceReadOrder order) {
    Cacheable block = cache.getBlock(files.key(order.next()), true, false, true);
    if (block == null) {
      throw new IllegalStateException("A block was evicted, so not every read is a hit.");
    }
    block.release();
    if (work > 0) {
      Blackhole.consumeCPU(work);
    }
    return block;
  }
}
