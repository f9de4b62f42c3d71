package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * References that HBase leaked while it wrote files whose blocks are cached on write. The files,
 * the pool and the leak detector are HBase's own. Leaks of HBase 2.6.4 are distinguished from those
 * of the cache by the method that created the references, the only one that is known to leak them.
 */
abstract class CacheOnWriteRegression {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 4_000;
  private static final int VALUE_BYTES = 200;
  private static final int BLOCK_BYTES = 4 << 10;

  @TempDir Path folder;
  final Configuration conf = HBaseConfiguration.create();
  private LeakWatch watch;
  ByteBuffAllocator pool;

  @BeforeEach
  void configure() throws InterruptedException {
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setInt("hbase.bucketcache.size", 32);
    conf.setBoolean("hbase.rs.cacheblocksonwrite", true);
    conf.setBoolean("hfile.block.index.cacheonwrite", true);
    conf.setBoolean("hfile.block.bloom.cacheonwrite", true);
    conf.setInt(ByteBuffAllocator.MAX_BUFFER_COUNT_KEY, 256);
    // Every block of the writer comes from the pool, whatever its size.
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 0);
    pool = ByteBuffAllocator.create(conf, true);
    watch = new LeakWatch();
  }

  final StrataBlockCache write(Function<Configuration, StrataBlockCache> caches)
      throws IOException, InterruptedException {
    StrataBlockCache cache = caches.apply(conf);
    var file = new org.apache.hadoop.fs.Path(folder.resolve("file").toUri());
    CacheConfig config = new CacheConfig(conf, null, cache, pool);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, config)
            .withPath(FileSystem.getLocal(conf), file)
            .withFileContext(new HFileContextBuilder().withBlockSize(BLOCK_BYTES).build())
            .create()) {
      for (int row = 0; row < ROWS; row++) {
        byte[] value = Rows.value(row, 1, FAMILY, VALUE_BYTES);
        writer.append(new KeyValue(Rows.key(row), FAMILY, Rows.QUALIFIER, 1, value));
      }
    }
    cache.cache().offHeap().awaitQuiet();
    return cache;
  }

  /** Checks the cache; reports each leak with the place where the reference was created. */
  final List<String> lostReferences(StrataBlockCache cache) throws InterruptedException {
    assertThat(cache.cache().offHeap().audit()).isEmpty();
    assertThat(cache.cache().offHeap().statistics().blocksInFlight()).isZero();
    cache.shutdown();
    return watch.leaks();
  }
}
