package io.strata.perf.bench;

import com.sun.management.OperatingSystemMXBean;
import io.strata.l2.CompressionStatistics;
import io.strata.perf.common.DataSet;
import io.strata.readpath.StrataBlockCache;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * What compression brings, and costs: rows of a file of HBase's are read by Zipf's law, through
 * caches of a quarter of the file that compress and that do not. All live in one process, and are
 * driven interleaved, in slices and random order. A miss is a read of the file, from the page
 * cache, and takes some milliseconds more where it stands for an object store.
 *
 * <p>Command: {@code ./strata bench engine compressed}.
 */
final class CompressedProbe implements Probe {
  private static final long BYTES = 256L << 20;
  private static final long QUICK_BYTES = 160L << 20;
  private static final int SHARE_OF_FILE = 4;
  private static final int MIN_MEGABYTES = 40;
  private static final double SKEW = 0.9;
  private static final int WARM_UP_ROUNDS = 6;
  private static final int PAIRS = 100;
  private static final int READS = 400;
  private static final int CELLS = 16;
  private static final List<String> ALGORITHMS = List.of("none", "lz4", "zstd");

  private final DataSet data;
  private final DataBlockEncoding encoding;
  private final int missMillis;

  CompressedProbe(CompressedCase part) {
    this.data = part.data();
    this.encoding = part.encoding();
    this.missMillis = part.missMillis();
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    CompressedCase part = new CompressedCase(data, encoding, missMillis);
    try (DataFile file = new DataFile(data, encoding, quick ? QUICK_BYTES : BYTES)) {
      List<Driven> all = new ArrayList<>();
      for (String algorithm : ALGORITHMS) {
        all.add(new Driven(file, algorithm, missMillis));
      }
      int warmUp = quick ? 1 : (WARM_UP_ROUNDS * file.keys().size()) / READS;
      for (int i = 0; i < warmUp; i++) {
        for (Driven each : all) {
          each.slice();
        }
      }
      all.forEach(Driven::reset);
      List<Driven> order = new ArrayList<>(all);
      Random random = new Random(1);
      for (int i = 0; i < (quick ? 4 : PAIRS); i++) {
        Collections.shuffle(order, random);
        for (Driven each : order) {
          each.slice();
        }
      }
      for (Driven each : all) {
        each.tell(part, all.get(0), sink);
        each.close();
      }
    }
  }

  /** A cache, and a reader of the file through it. */
  private static final class Driven {
    private static final OperatingSystemMXBean PROCESS =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final String algorithm;
    private final DataFile file;
    private final StrataBlockCache cache;
    private final HFile.Reader reader;
    private final HFileScanner scanner;
    private final Zipf zipf;
    private final List<Double> cpu = new ArrayList<>();
    private final List<Double> wall = new ArrayList<>();
    private long hits;
    private long misses;

    Driven(DataFile file, String algorithm, int missMillis) throws IOException {
      this.file = file;
      this.algorithm = algorithm;
      Configuration conf = new Configuration(false);
      conf.set("hbase.bucketcache.ioengine", "offheap");
      long megabytes = Math.max(MIN_MEGABYTES, (file.bytes() / SHARE_OF_FILE) >> 20);
      conf.setLong("hbase.bucketcache.size", megabytes);
      conf.set("strata.offheap.compression", algorithm);
      String percent = System.getProperty("strata.bench.cpu");
      if (percent != null) {
        conf.set("strata.offheap.compression.cpu", percent);
      }
      cache = new StrataBlockCache(conf);
      CacheConfig config =
          new CacheConfig(file.conf(), null, slowed(cache, missMillis), ByteBuffAllocator.HEAP);
      reader = HFile.createReader(file.files(), file.path(), config, true, file.conf());
      scanner = reader.getScanner(file.conf(), true, true, false);
      zipf = new Zipf(file.keys().size(), SKEW);
    }

    /** Each block that is inserted comes so much later, as from an object store. */
    private static BlockCache slowed(BlockCache cache, int millis) {
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
      cpu.clear();
      wall.clear();
      hits = cache.offHeap().getStats().getHitCount();
      misses = cache.offHeap().getStats().getMissCount();
    }

    void slice() throws IOException, InterruptedException {
      long begunCpu = PROCESS.getProcessCpuTime();
      long begun = System.nanoTime();
      for (int i = 0; i < READS; i++) {
        read(file.keys().get(zipf.next()));
      }
      cache.offHeap().awaitQuiet();
      wall.add((double) System.nanoTime() - begun);
      cpu.add((double) PROCESS.getProcessCpuTime() - begunCpu);
    }

    private void read(byte[] key) throws IOException {
      scanner.seekTo(KeyValueUtil.createFirstOnRow(key));
      int cells = 0;
      while (cells < CELLS && scanner.next()) {
        cells += scanner.getCell().getValueLength() >= 0 ? 1 : 0;
      }
      scanner.shipped();
    }

    void tell(CompressedCase part, Driven none, Sink sink) throws InterruptedException {
      long found = cache.offHeap().getStats().getHitCount() - hits;
      long missed = cache.offHeap().getStats().getMissCount() - misses;
      sink.figure(part.figure(algorithm, "hits"), (double) found / (found + missed));
      CompressionStatistics now = cache.offHeap().compressionStatistics();
      sink.figure(
          part.figure(algorithm, "packed"),
          (double) now.packedBlocks() / Math.max(1, cache.offHeap().statistics().blocks()));
      sink.figure(part.figure(algorithm, "blocks"), (double) cache.offHeap().statistics().blocks());
      if (this != none) {
        sink.figure(part.figure(algorithm, "cpu"), sum(cpu) / sum(none.cpu));
        sink.figure(part.figure(algorithm, "rate"), sum(none.wall) / sum(wall));
        sink.figure(part.figure(algorithm, "unpackNanos"), now.unpackNanosPerByte() * (64 << 10));
        sink.figure(part.figure(algorithm, "packNanos"), now.packNanosPerByte() * (64 << 10));
      }
    }

    private static double sum(List<Double> values) {
      return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    void close() throws IOException, InterruptedException {
      scanner.close();
      reader.close(false);
      cache.offHeap().awaitQuiet();
      List<String> wrong = cache.offHeap().audit();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(String.join(" ", wrong));
      }
      cache.shutdown();
    }
  }

  /** Numbers by Zipf's law, the frequent ones spread over all. */
  private static final class Zipf {
    private final double[] upTo;
    private final int[] numbers;
    private final SplittableRandom random = new SplittableRandom(3);

    Zipf(int count, double skew) {
      upTo = new double[count];
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += 1 / Math.pow(i + 1.0, skew);
        upTo[i] = sum;
      }
      List<Integer> shuffled = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        shuffled.add(i);
      }
      Collections.shuffle(shuffled, new Random(4));
      numbers = shuffled.stream().mapToInt(Integer::intValue).toArray();
    }

    int next() {
      int at = Arrays.binarySearch(upTo, random.nextDouble(upTo[upTo.length - 1]));
      return numbers[at < 0 ? -at - 1 : at];
    }
  }
}
