package io.strata.perf.bench;

import com.sun.management.OperatingSystemMXBean;
import io.strata.l2.CompressionStatistics;
import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.cache.StrataCache;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * A cache with compression, or without, and readers of one HFile through it. Confined to one
 * thread, except that {@link #warmUp} uses threads of its own.
 */
final class CompressedCache {
  private static final int SHARE_OF_FILE = 4;
  private static final int MIN_MEGABYTES = 32;

  /**
   * Overlap the delays of misses: caches of small blocks need many. A single thread takes longer
   * for the same reads, and the packer, whose share of the processor time is bounded, keeps up.
   */
  private static final int WARM_UP_THREADS_OF_SMALL = 8;

  private static final String FAMILY = "table/f";

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  private final String algorithm;
  private final DataFile file;
  private final StrataCache cache;
  private final BlockCache blocks;
  private final HFile.Reader reader;
  private final RowReader rows;
  private final List<RowReader> warmUp = new ArrayList<>();
  private long read;
  private long wallNanos;
  private long cpuNanos;
  private long hits;
  private long misses;
  private CompressionStatistics before;

  CompressedCache(DataFile file, String algorithm, CompressedCase testCase) throws IOException {
    this.file = file;
    this.algorithm = algorithm;
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    long size = testCase.fits() ? file.bytes() * 5 / 4 : file.bytes() / SHARE_OF_FILE;
    long megabytes = Math.max(MIN_MEGABYTES, size >> 20);
    conf.setLong("hbase.bucketcache.size", megabytes);
    boolean dictionaries = algorithm.equals(CompressedCase.DICTIONARIES);
    String setting = dictionaries ? "zstd" : compresses() ? algorithm : CompressedCase.NONE;
    conf.set("strata.offheap.compression", setting);
    conf.setBoolean("strata.offheap.compression.dictionaries", dictionaries);
    String percent = System.getProperty("strata.bench.cpu");
    if (percent != null) {
      conf.set("strata.offheap.compression.cpu", percent);
    }
    cache = new StrataCache(conf);
    blocks = new StrataBlockCache(cache);
    CacheConfig config =
        new CacheConfig(
            file.conf(), null, delayed(blocks, testCase.missMillis()), ByteBuffAllocator.HEAP);
    reader = HFile.createReader(file.files(), file.path(), config, true, file.conf());
    rows = rowReader(testCase, 0);
    int threads = testCase.isSmall() ? WARM_UP_THREADS_OF_SMALL : 1;
    for (int thread = 1; thread <= threads; thread++) {
      warmUp.add(rowReader(testCase, thread));
    }
    cache.offHeap().plainFiles().askServer(() -> List.of(reader.getFileContext()));
    cache.offHeap().families().askServer(() -> Map.of(file.path().getName(), FAMILY));
    before = cache.offHeap().compressionStatistics();
  }

  private RowReader rowReader(CompressedCase testCase, long seed) {
    return new RowReader(file, reader.getScanner(file.conf(), true, true, false), testCase, seed);
  }

  /** Returns the cache with a delay before each insert, which simulates an object store. */
  private static BlockCache delayed(BlockCache cache, int millis) {
    if (millis == 0) {
      return cache;
    }
    return (BlockCache)
        Proxy.newProxyInstance(
            BlockCache.class.getClassLoader(),
            new Class<?>[] {BlockCache.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("cacheBlock")) {
                TimeUnit.MILLISECONDS.sleep(millis);
              }
              try {
                return method.invoke(cache, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Returns the cache, without delays. */
  BlockCache blocks() {
    return blocks;
  }

  /** Returns the number of compressed blocks in the cache. */
  long packedBlocks() {
    return cache.offHeap().compressionStatistics().packedBlocks();
  }

  /** Returns the number of reads of compressed blocks so far. */
  long unpacked() {
    return cache.offHeap().compressionStatistics().unpacked();
  }

  /** Returns whether the cache compresses blocks. */
  boolean compresses() {
    return !algorithm.equals(CompressedCase.NONE) && !algorithm.equals(CompressedCase.CONTROL);
  }

  void reset() {
    read = 0;
    wallNanos = 0;
    cpuNanos = 0;
    hits = cache.offHeap().getStats().getHitCount();
    misses = cache.offHeap().getStats().getMissCount();
    before = cache.offHeap().compressionStatistics();
  }

  /** Reads for a time; the CPU time of all packers meanwhile is not counted. */
  void slice(long nanos, List<CompressedCache> all) throws IOException {
    long cpuBefore = cpuNanos(all);
    long start = System.nanoTime();
    long took = 0;
    while (took < nanos) {
      read(1);
      read++;
      took = System.nanoTime() - start;
    }
    wallNanos += took;
    cpuNanos += cpuNanos(all) - cpuBefore;
  }

  /**
   * Returns the CPU time of this process without that of packing and of compiling Java code, which
   * ends in a server and here would count to the cache that happens to be read meanwhile.
   */
  private static long cpuNanos(List<CompressedCache> all) {
    long packing =
        all.stream()
            .mapToLong(each -> each.cache.offHeap().compressionStatistics().packNanos())
            .sum();
    return PROCESS.getProcessCpuTime()
        - packing
        - TimeUnit.MILLISECONDS.toNanos(COMPILER.getTotalCompilationTime());
  }

  void awaitQuiet() throws InterruptedException {
    cache.offHeap().awaitQuiet();
  }

  void read(int times) throws IOException {
    refresh();
    for (int i = 0; i < times; i++) {
      rows.read();
    }
  }

  private void refresh() {
    cache.offHeap().plainFiles().refresh();
    cache.offHeap().families().refresh();
  }

  /** Reads with the threads of the warm-up. */
  void warmUp(int times) throws IOException, InterruptedException {
    refresh();
    ExecutorService threads = Executors.newFixedThreadPool(warmUp.size());
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (RowReader each : warmUp) {
        tasks.add(
            () -> {
              for (int i = 0; i < times / warmUp.size(); i++) {
                each.read();
              }
              return true;
            });
      }
      for (Future<Boolean> each : threads.invokeAll(tasks)) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  /** Returns what was measured since the last {@link #reset}. */
  CacheFigures figures() {
    long found = cache.offHeap().getStats().getHitCount() - hits;
    long missed = cache.offHeap().getStats().getMissCount() - misses;
    long packing = cache.offHeap().compressionStatistics().packNanos() - before.packNanos();
    return new CacheFigures(read, wallNanos, cpuNanos + packing, found, missed);
  }

  /**
   * Reports the figures.
   *
   * @param without those of caches without compression
   */
  void report(CompressedCase testCase, CacheFigures without, Probe.Sink sink) {
    CacheFigures own = figures();
    CompressionStatistics now = cache.offHeap().compressionStatistics();
    long blocks = cache.offHeap().statistics().blocks();
    sink.figure(testCase.figure(algorithm, "hits"), 1 - own.missRatio());
    sink.figure(
        testCase.figure(algorithm, "packed"), (double) now.packedBlocks() / Math.max(1, blocks));
    sink.figure(testCase.figure(algorithm, "blocks"), (double) blocks);
    sink.figure(testCase.figure(algorithm, "cpuMicros"), own.cpuPerRow() / 1_000);
    sink.figure(testCase.figure(algorithm, "gain"), without.missRatio() - own.missRatio());
    sink.figure(testCase.figure(algorithm, "misses"), own.missRatio() / without.missRatio());
    sink.figure(testCase.figure(algorithm, "cpu"), own.cpuPerRow() / without.cpuPerRow());
    sink.figure(testCase.figure(algorithm, "rate"), own.rate() / without.rate());
    if (compresses()) {
      sink.figure(testCase.figure(algorithm, "share"), now.packedShare());
      sink.figure(
          testCase.figure(algorithm, "packs"), (double) (now.packed() - before.packed()) / read);
      sink.figure(
          testCase.figure(algorithm, "unpacks"),
          (double) (now.unpacked() - before.unpacked()) / read);
      sink.figure(
          testCase.figure(algorithm, "promotions"),
          (double) (now.promoted() - before.promoted()) / read);
      sink.figure(testCase.figure(algorithm, "unpackNanos"), now.unpackNanosPerByte() * (64 << 10));
      sink.figure(testCase.figure(algorithm, "packNanos"), now.packNanosPerByte() * (64 << 10));
    }
  }

  void close() throws IOException, InterruptedException {
    rows.close();
    warmUp.forEach(RowReader::close);
    reader.close(false);
    cache.offHeap().awaitQuiet();
    List<String> problems = cache.offHeap().audit();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join(" ", problems));
    }
    cache.shutdown();
  }
}
