package io.strata.readpath.blockcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase's own reader scans a file twice, the second time only from the cache. */
class StrataFirstLevelHFileTest {

  private static final int ROWS = 5000;

  private final Configuration conf = new Configuration(false);
  private final ByteBuffAllocator pool = Blocks.pool();
  private final StrataFirstLevel cache = new StrataFirstLevel(new OnHeapBlockCache(64 << 20, 1));

  @Test
  void servesBlocksCachedByReader(@TempDir java.nio.file.Path folder) throws IOException {
    conf.setInt("hfile.index.block.max.size", 512);
    var path = new Path(folder.resolve("family").resolve("file").toUri());
    var family = ColumnFamilyDescriptorBuilder.of("family");
    var cacheConf = new CacheConfig(conf, family, cache, pool);
    var fileSystem = FileSystem.getLocal(conf);
    write(path, fileSystem, cacheConf);

    assertThat(scan(path, fileSystem, cacheConf)).isEqualTo(ROWS);
    var stats = cache.getStats();
    long missed = stats.getMissCount();
    assertThat(missed).isPositive();
    assertThat(cache)
        .extracting(CachedBlock::getBlockType)
        .contains(BlockType.DATA, BlockType.LEAF_INDEX);
    assertThat(pool.getFreeBufferCount())
        .as("no block in the cache is in a pooled buffer")
        .isEqualTo(pool.getUsedBufferCount());

    long hits = stats.getHitCount();
    assertThat(scan(path, fileSystem, cacheConf)).isEqualTo(ROWS);
    assertThat(stats.getMissCount()).as("misses of the second scan").isEqualTo(missed);
    assertThat(stats.getHitCount() - hits).isPositive();

    assertThat(cache.evictBlocksByHfileName("file")).isPositive();
    assertThat(cache.getCurrentSize()).isZero();
    cache.shutdown();
  }

  private void write(Path path, FileSystem fileSystem, CacheConfig cacheConf) throws IOException {
    var context = new HFileContextBuilder().withBlockSize(2048).build();
    try (var writer =
        HFile.getWriterFactory(conf, cacheConf)
            .withPath(fileSystem, path)
            .withFileContext(context)
            .create()) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(cellOf(row));
      }
    }
  }

  private int scan(Path path, FileSystem fileSystem, CacheConfig cacheConf) throws IOException {
    int rows = 0;
    try (var reader = HFile.createReader(fileSystem, path, cacheConf, true, conf);
        var scanner = reader.getScanner(conf, /* cacheBlocks= */ true, /* pread= */ true)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        assertThat(scanner.getCell()).isEqualTo(cellOf(rows));
        rows++;
      }
    }
    return rows;
  }

  private static KeyValue cellOf(int row) {
    return new KeyValue(
        Bytes.toBytes(String.format("row%08d", row)),
        Bytes.toBytes("family"),
        Bytes.toBytes("q"),
        1L,
        Bytes.toBytes("value" + row));
  }
}
