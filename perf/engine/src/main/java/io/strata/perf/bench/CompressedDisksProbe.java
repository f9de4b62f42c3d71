package io.strata.perf.bench;

import io.strata.flash.FlashStatistics;
import io.strata.perf.common.DataSet;
import io.strata.perf.common.Folder;
import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.cache.StrataCache;
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
 * Measures compression on the flash tier: reads an HFile once through an off-heap tier and a flash
 * tier that are both smaller than the file, and reports the number of blocks on flash and the bytes
 * written per block.
 *
 * <p>Blocks are inserted as fast as they are read. The packer may therefore use a whole core, and
 * the reader waits for it.
 *
 * <p>Command: {@code ./strata bench engine compressed-disks}.
 */
final class CompressedDisksProbe implements Probe {
  private static final long BYTES = 256L << 20;
  private static final long QUICK_BYTES = 128L << 20;

  /** Fewer than may wait to be packed: how many blocks a burst sends down raw is not measured. */
  private static final int BATCH = 16;

  private final DataSet data;

  CompressedDisksProbe(DataSet data) {
    this.data = data;
  }

  /** The contents of the flash tier at the end. */
  private record FlashContents(long blocks, double bytesPerBlock) {}

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    long bytes = quick ? QUICK_BYTES : BYTES;
    try (DataFile file =
        new DataFile(data, DataBlockEncoding.NONE, CompressedCase.LARGE_BLOCK, bytes)) {
      FlashContents none = fill(file, "none");
      for (String algorithm : List.of("lz4", "zstd")) {
        FlashContents packed = fill(file, algorithm);
        sink.figure(
            data.flashFigure(algorithm, "blocks"), (double) packed.blocks() / none.blocks());
        sink.figure(
            data.flashFigure(algorithm, "bytes"), packed.bytesPerBlock() / none.bytesPerBlock());
      }
    }
  }

  private static FlashContents fill(DataFile file, String algorithm) throws Exception {
    Path folder = Files.createTempDirectory("strata-disks");
    try {
      StrataCache cache = new StrataCache(conf(folder, algorithm));
      readOnce(file, cache);
      FlashStatistics now = Objects.requireNonNull(cache.offHeap().flash()).store().statistics();
      long rejected = now.rejected().values().stream().mapToLong(Long::longValue).sum();
      List<String> problems = cache.offHeap().audit();
      cache.shutdown();
      if (!problems.isEmpty()) {
        throw new IllegalStateException(String.join(" ", problems));
      }
      return new FlashContents(
          now.blocks(), (double) now.acceptedBytes() / (now.inserts() - rejected));
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
    // With this policy every evicted block goes to flash.
    conf.set("strata.offheap.policy", "lru");
    conf.set("strata.flash.path", folder.resolve("flash").toString());
    conf.set("strata.flash.size", "48m");
    conf.set("strata.flash.region.size", "4m");
    conf.set("strata.flash.write.rate", "0");
    conf.set("strata.flash.drain", "0");
    return conf;
  }

  private static void readOnce(DataFile file, StrataCache cache)
      throws IOException, InterruptedException {
    CacheConfig config =
        new CacheConfig(file.conf(), null, new StrataBlockCache(cache), ByteBuffAllocator.HEAP);
    HFile.Reader reader = HFile.createReader(file.files(), file.path(), config, true, file.conf());
    HFileScanner scanner = reader.getScanner(file.conf(), true, true, false);
    int blocks = 0;
    for (byte[] key : file.keys()) {
      scanner.seekTo(KeyValueUtil.createFirstOnRow(key));
      scanner.shipped();
      if (++blocks % BATCH == 0) {
        cache.offHeap().awaitQuiet();
      }
    }
    scanner.close();
    reader.close(false);
    cache.offHeap().awaitQuiet();
  }
}
