package io.strata.perf.bench;

import com.sun.management.OperatingSystemMXBean;
import io.strata.l2.CompressionStatistics;
import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.cache.StrataCache;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * Measures the gain and the cost of compression: reads rows of an HFile with Zipfian popularity
 * through caches with and without compression, of a quarter of the file or larger than it. All
 * caches live in one process and are read in interleaved slices, in random order. A miss reads the
 * file from the page cache, with an added latency where it stands for an object store.
 *
 * <p>Slices are long enough that few of their blocks are still queued for packing at the end; those
 * are packed during slices of other caches. The CPU time of packing is attributed to the cache that
 * owns the blocks.
 *
 * <p>Command: {@code ./strata bench engine compressed}.
 */
final class CompressedProbe implements Probe {
  private static final long BYTES = 256L << 20;
  private static final long FEW_BYTES = 128L << 20;
  private static final int SHARE_OF_FILE = 4;
  private static final int MIN_MEGABYTES = 32;
  private static final double SKEW = 0.9;
  private static final int WARM_UP_ROUNDS = 6;
  private static final int FEW_ROUNDS = 4;
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(18);
  private static final int WARM_UP_READS = 400;
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final long QUICK_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Without packing there is no backlog, so slices can be shorter and more numerous. */
  private static final long FITTING_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  private static final int CELLS = 16;

  /** Further cells would be in the next small block. */
  private static final int CELLS_OF_SMALL = 1;

  private static final String FAMILY = "table/f";
  private static final String NONE = "none";

  private final CompressedCase testCase;

  CompressedProbe(CompressedCase testCase) {
    this.testCase = testCase;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    // A round over many small blocks takes long.
    boolean few = quick || testCase.isSmall();
    long bytes = few ? FEW_BYTES : BYTES;
    try (DataFile file =
        new DataFile(testCase.data(), testCase.encoding(), testCase.blockBytes(), bytes)) {
      List<CacheUnderTest> all = new ArrayList<>();
      all.add(new CacheUnderTest(file, NONE, testCase));
      for (String algorithm : testCase.algorithms()) {
        all.add(new CacheUnderTest(file, algorithm, testCase));
      }
      int rounds = few ? FEW_ROUNDS : WARM_UP_ROUNDS;
      int warmUp = quick ? 1 : (rounds * file.keys().size()) / WARM_UP_READS;
      for (int i = 0; i < warmUp; i++) {
        for (CacheUnderTest each : all) {
          each.read(WARM_UP_READS);
        }
      }
      for (CacheUnderTest each : all) {
        each.awaitQuiet();
      }
      all.forEach(CacheUnderTest::reset);
      List<CacheUnderTest> order = new ArrayList<>(all);
      Random random = new Random(1);
      long slice = testCase.fits() ? FITTING_SLICE_NANOS : SLICE_NANOS;
      for (int i = 0; i < (quick ? 4 : MEASURED_NANOS / slice); i++) {
        Collections.shuffle(order, random);
        for (CacheUnderTest each : order) {
          each.slice(quick ? QUICK_SLICE_NANOS : slice, all);
        }
      }
      for (CacheUnderTest each : all) {
        each.report(testCase, all.get(0), sink);
        each.close();
      }
    }
  }

  /** A cache with a reader of the file through it. */
  private static final class CacheUnderTest {
    private static final OperatingSystemMXBean PROCESS =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final String algorithm;
    private final DataFile file;
    private final StrataCache cache;
    private final HFile.Reader reader;
    private final HFileScanner scanner;
    private final Zipf zipf;
    private final int maxCells;
    private long rows;
    private long wallNanos;
    private long cpuNanos;
    private long hits;
    private long misses;
    private CompressionStatistics before;

    CacheUnderTest(DataFile file, String algorithm, CompressedCase testCase) throws IOException {
      this.file = file;
      this.algorithm = algorithm;
      this.maxCells = testCase.isSmall() ? CELLS_OF_SMALL : CELLS;
      Configuration conf = new Configuration(false);
      conf.set("hbase.bucketcache.ioengine", "offheap");
      long size = testCase.fits() ? 2 * file.bytes() : file.bytes() / SHARE_OF_FILE;
      long megabytes = Math.max(MIN_MEGABYTES, size >> 20);
      conf.setLong("hbase.bucketcache.size", megabytes);
      boolean dictionaries = algorithm.equals(CompressedCase.DICTIONARIES);
      conf.set("strata.offheap.compression", dictionaries ? "zstd" : algorithm);
      conf.setBoolean("strata.offheap.compression.dictionaries", dictionaries);
      String percent = System.getProperty("strata.bench.cpu");
      if (percent != null) {
        conf.set("strata.offheap.compression.cpu", percent);
      }
      cache = new StrataCache(conf);
      CacheConfig config =
          new CacheConfig(
              file.conf(),
              null,
              delayed(new StrataBlockCache(cache), testCase.missMillis()),
              ByteBuffAllocator.HEAP);
      reader = HFile.createReader(file.files(), file.path(), config, true, file.conf());
      scanner = reader.getScanner(file.conf(), true, true, false);
      cache.offHeap().plainFiles().askServer(() -> List.of(reader.getFileContext()));
      cache.offHeap().families().askServer(() -> Map.of(file.path().getName(), FAMILY));
      zipf = new Zipf(file.keys().size(), SKEW);
      before = cache.offHeap().compressionStatistics();
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

    void reset() {
      rows = 0;
      wallNanos = 0;
      cpuNanos = 0;
      hits = cache.offHeap().getStats().getHitCount();
      misses = cache.offHeap().getStats().getMissCount();
      before = cache.offHeap().compressionStatistics();
    }

    /** Reads for a time; the CPU time of all packers meanwhile is subtracted. */
    void slice(long nanos, List<CacheUnderTest> all) throws IOException {
      long packedBefore = packNanos(all);
      long cpuBefore = PROCESS.getProcessCpuTime();
      long start = System.nanoTime();
      long took = 0;
      while (took < nanos) {
        read(1);
        rows++;
        took = System.nanoTime() - start;
      }
      wallNanos += took;
      cpuNanos += PROCESS.getProcessCpuTime() - cpuBefore - (packNanos(all) - packedBefore);
    }

    private static long packNanos(List<CacheUnderTest> all) {
      return all.stream()
          .mapToLong(each -> each.cache.offHeap().compressionStatistics().packNanos())
          .sum();
    }

    void awaitQuiet() throws InterruptedException {
      cache.offHeap().awaitQuiet();
    }

    void read(int times) throws IOException {
      cache.offHeap().plainFiles().refresh();
      cache.offHeap().families().refresh();
      for (int i = 0; i < times; i++) {
        read(file.keys().get(zipf.next()));
      }
    }

    private void read(byte[] key) throws IOException {
      scanner.seekTo(KeyValueUtil.createFirstOnRow(key));
      int cells = 0;
      while (cells < maxCells && scanner.next()) {
        cells += scanner.getCell().getValueLength() >= 0 ? 1 : 0;
      }
      scanner.shipped();
    }

    void report(CompressedCase testCase, CacheUnderTest none, Sink sink)
        throws InterruptedException {
      sink.figure(testCase.figure(algorithm, "hits"), 1 - missRatio());
      CompressionStatistics now = cache.offHeap().compressionStatistics();
      sink.figure(
          testCase.figure(algorithm, "packed"),
          (double) now.packedBlocks() / Math.max(1, cache.offHeap().statistics().blocks()));
      sink.figure(
          testCase.figure(algorithm, "blocks"), (double) cache.offHeap().statistics().blocks());
      sink.figure(testCase.figure(algorithm, "cpuMicros"), cpuPerRow(now) / 1_000);
      if (this != none) {
        double without = none.missRatio();
        sink.figure(testCase.figure(algorithm, "gain"), without - missRatio());
        sink.figure(testCase.figure(algorithm, "misses"), missRatio() / without);
        sink.figure(testCase.figure(algorithm, "share"), now.packedShare());
        sink.figure(
            testCase.figure(algorithm, "cpu"), cpuPerRow(now) / none.cpuPerRow(none.before));
        sink.figure(testCase.figure(algorithm, "rate"), rate() / none.rate());
        sink.figure(
            testCase.figure(algorithm, "packs"), (double) (now.packed() - before.packed()) / rows);
        sink.figure(
            testCase.figure(algorithm, "unpacks"),
            (double) (now.unpacked() - before.unpacked()) / rows);
        sink.figure(
            testCase.figure(algorithm, "promotions"),
            (double) (now.promoted() - before.promoted()) / rows);
        sink.figure(
            testCase.figure(algorithm, "unpackNanos"), now.unpackNanosPerByte() * (64 << 10));
        sink.figure(testCase.figure(algorithm, "packNanos"), now.packNanosPerByte() * (64 << 10));
      }
    }

    private double cpuPerRow(CompressionStatistics now) {
      return (double) (cpuNanos + now.packNanos() - before.packNanos()) / rows;
    }

    private double missRatio() {
      double found = cache.offHeap().getStats().getHitCount() - hits;
      double missed = cache.offHeap().getStats().getMissCount() - misses;
      return missed / (found + missed);
    }

    private double rate() {
      return (double) rows / wallNanos;
    }

    void close() throws IOException, InterruptedException {
      scanner.close();
      reader.close(false);
      cache.offHeap().awaitQuiet();
      List<String> problems = cache.offHeap().audit();
      if (!problems.isEmpty()) {
        throw new IllegalStateException(String.join(" ", problems));
      }
      cache.shutdown();
    }
  }

  /** Draws numbers with Zipfian popularity; popular numbers are spread over the whole range. */
  private static final class Zipf {
    private final double[] cumulative;
    private final int[] numbers;
    private final SplittableRandom random = new SplittableRandom(3);

    Zipf(int count, double skew) {
      cumulative = new double[count];
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += 1 / Math.pow(i + 1.0, skew);
        cumulative[i] = sum;
      }
      List<Integer> shuffled = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        shuffled.add(i);
      }
      Collections.shuffle(shuffled, new Random(4));
      numbers = shuffled.stream().mapToInt(Integer::intValue).toArray();
    }

    int next() {
      double drawn = random.nextDouble(cumulative[cumulative.length - 1]);
      int at = Arrays.binarySearch(cumulative, drawn);
      return numbers[at < 0 ? -at - 1 : at];
    }
  }
}
