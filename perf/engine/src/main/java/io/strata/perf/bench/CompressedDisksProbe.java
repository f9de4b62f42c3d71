package io.strata.perf.bench;

import io.strata.flash.FlashStatistics;
import io.strata.perf.common.DataSet;
import io.strata.perf.common.Folder;
import io.strata.readpath.StrataBlockCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * What compression brings to the tier on disks: a file of HBase's is read once through a memory and
 * a tier on disks that are both smaller than it. How many blocks the disks hold then, and how many
 * bytes were written for each.
 *
 * <p>Blocks come as fast as they are read, so the packer may take a core, and is waited for.
 *
 * <p>Command: {@code ./strata bench engine compressed-disks}.
 */
final class CompressedDisksProbe implements Probe {
  private static final long BYTES = 256L << 20;
  private static final long QUICK_BYTES = 128L << 20;
  private static final int BLOCKS_AT_A_TIME = 64;

  private final DataSet data;

  CompressedDisksProbe(DataSet data) {
    this.data = data;
  }

  /** What the disks have at the end. */
  private record Held(long blocks, double bytesOfBlock) {}

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    try (DataFile file = new DataFile(data, DataBlockEncoding.NONE, quick ? QUICK_BYTES : BYTES)) {
      Held none = fill(file, "none");
      for (String algorithm : List.of("lz4", "zstd")) {
        Held held = fill(file, algorithm);
        sink.figure(
            data.flashFigure(algorithm, "blocks"), (double) held.blocks() / none.blocks());
        sink.figure(
            data.flashFigure(algorithm, "bytes"), held.bytesOfBlock() / none.bytesOfBlock());
      }
    }
  }

  private static Held fill(DataFile file, String algorithm) throws Exception {
    Path folder = Files.createTempDirectory("strata-disks");
    try {
      StrataBlockCache cache = new StrataBlockCache(conf(folder, algorithm));
      readOnce(file, cache);
      FlashStatistics now = Objects.requireNonNull(cache.offHeap().flash()).store().statistics();
      long rejected = now.rejected().values().stream().mapToLong(Long::longValue).sum();
      List<String> wrong = cache.offHeap().audit();
      cache.shutdown();
      if (!wrong.isEmpty()) {
        throw new IllegalStateException(String.join(" ", wrong));
      }
      return new Held(now.blocks(), (double) now.acceptedBytes() / (now.offered() - rejected));
    } finally {
      Folder.delete(folder);
    }
  }

  private static Configuration conf(Path folder, String algorithm) {
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "40");
    conf.set("strata.offheap.compression", algorithm);
    conf.set("strata.offheap.compression.cpu", "100");
    // Under which every block goes to the disks.
    conf.set("strata.offheap.policy", "lru");
    conf.set("strata.flash.path", folder.resolve("flash").toString());
    conf.set("strata.flash.size", "48m");
    conf.set("strata.flash.region.size", "4m");
    conf.set("strata.flash.write.rate", "0");
    conf.set("strata.flash.drain", "0");
    return conf;
  }

  private static void readOnce(DataFile file, StrataBlockCache cache)
      throws IOException, InterruptedException {
    CacheConfig config = new CacheConfig(file.conf(), null, cache, ByteBuffAllocator.HEAP);
    HFile.Reader reader = HFile.createReader(file.files(), file.path(), config, true, file.conf());
    HFileScanner scanner = reader.getScanner(file.conf(), true, true, false);
    int blocks = 0;
    for (byte[] key : file.keys()) {
      scanner.seekTo(KeyValueUtil.createFirstOnRow(key));
      scanner.shipped();
      if (++blocks % BLOCKS_AT_A_TIME == 0) {
        cache.offHeap().awaitQuiet();
      }
    }
    scanner.close();
    reader.close(false);
    cache.offHeap().awaitQuiet();
  }
}
