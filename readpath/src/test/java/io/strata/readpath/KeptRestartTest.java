package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.InSharedMemory;
import io.strata.readpath.web.WebUi;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.http.InfoServer;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The next cache attaches the off-heap tier's memory with its blocks. */
class KeptRestartTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final int BLOCKS = 200;

  @TempDir(factory = InSharedMemory.class)
  private Path folder = Path.of("");

  private Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    conf.set("strata.physical.memory.check", "false");
    conf.set("strata.offheap.path", folder.resolve("one") + ", " + folder.resolve("two"));
    return conf;
  }

  private StrataCache open() {
    StrataCache cache = new StrataCache(conf());
    assertThat(cache.waitForCacheInitialization(Long.MAX_VALUE)).isTrue();
    return cache;
  }

  private static void close(StrataCache cache) throws InterruptedException {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    cache.shutdown();
  }

  /** Returns the data of the page. */
  @SuppressWarnings("deprecation") // The only way to ask for the port.
  private static String page(StrataCache cache) throws Exception {
    InfoServer server =
        new InfoServer("settings", "127.0.0.1", 0, false, HBaseConfiguration.create());
    try {
      WebUi.addTo(server, HBaseConfiguration.create());
      WebUi.show(server, cache.webSource("localhost", Map::of));
      server.start();
      URI uri = URI.create("http://127.0.0.1:" + server.getPort() + "/strata/data.json");
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
          .body();
    } finally {
      server.stop();
    }
  }

  private static HFileBlock block(long i) {
    HFileContext context =
        new HFileContextBuilder()
            .withHBaseCheckSum(true)
            .withChecksumType(i % 2 == 0 ? ChecksumType.CRC32 : ChecksumType.CRC32C)
            .withBytesPerCheckSum(1 << (9 + i % 5))
            .build();
    BlockType type = i % 3 == 0 ? BlockType.ENCODED_DATA : BlockType.DATA;
    // Some are several slots long.
    int bytes = i % 20 == 0 ? 400_000 : 40_000;
    return Blocks.block(FILE, type, i, bytes, 77, ByteBuffAllocator.HEAP, context);
  }

  private static void fill(OffHeapBlockCache cache) {
    for (long i = 0; i < BLOCKS; i++) {
      HFileBlock block = block(i);
      cache.cacheBlock(Blocks.key(FILE, i, block.getBlockType()), block);
      block.release();
    }
  }

  private static List<Long> found(OffHeapBlockCache cache) {
    List<Long> found = new ArrayList<>();
    for (long i = 0; i < BLOCKS; i++) {
      BlockCacheKey key = Blocks.key(FILE, i, BlockType.DATA);
      Cacheable block = cache.getBlock(key, true, false, true);
      if (block != null) {
        Blocks.prove(key, (HFileBlock) block);
        HFileBlock given = block(i);
        assertThat(((HFileBlock) block).getHFileContext().getBytesPerChecksum())
            .isEqualTo(given.getHFileContext().getBytesPerChecksum());
        assertThat(((HFileBlock) block).getHFileContext().getChecksumType())
            .isEqualTo(given.getHFileContext().getChecksumType());
        assertThat(block.getBlockType()).isEqualTo(given.getBlockType());
        given.release();
        block.release();
        found.add(i);
      }
    }
    return found;
  }

  @Test
  void attachesBlocksWithTheirMetadata() throws Exception {
    StrataCache first = open();
    assertThat(page(first)).contains("\"attached\":\"Started empty");
    fill(first.offHeap());
    first.offHeap().awaitQuiet();
    List<Long> cached = found(first.offHeap());
    assertThat(cached).hasSizeGreaterThan(BLOCKS / 2);
    close(first);

    StrataCache second = open();
    assertThat(page(second))
        .containsPattern(
            "\"Off-heap\".*\"attached\":\"Attached %,d blocks of the previous process \\([1-9]"
                .formatted(cached.size()));
    assertThat(found(second.offHeap())).isEqualTo(cached);
    assertThat(second.offHeap().getStats().getHitCount()).isEqualTo(cached.size());
    fill(second.offHeap());
    assertThat(found(second.offHeap())).hasSizeGreaterThanOrEqualTo(cached.size());
    close(second);
  }

  @Test
  void resizesInUse() throws Exception {
    StrataCache cache = open();
    fill(cache.offHeap());
    Configuration conf = conf();
    for (int megabytes : new int[] {96, 40}) {
      conf.set("hbase.bucketcache.size", Integer.toString(megabytes));
      cache.onConfigurationChange(conf);
      cache.awaitConfiguration();
      cache.offHeap().awaitQuiet();
      assertThat(cache.offHeap().getMaxSize()).isEqualTo((long) megabytes << 20);
      long buckets = cache.offHeap().statistics().bucketBytes() >> 20;
      // The size includes the metadata in the files.
      assertThat(buckets).isBetween(megabytes - 24L, (long) megabytes);
      assertThat(found(cache.offHeap())).as("blocks, of a third of the size").hasSize(BLOCKS);
    }
    close(cache);
  }

  @Test
  void reportsAttachedBytesOfRegions() throws Exception {
    StrataCache first = open();
    first.offHeap().askServer(() -> Map.of(FILE, "region"));
    fill(first.offHeap());
    first.offHeap().awaitQuiet();
    Map<String, Long> bytes = first.offHeap().getRegionCachedInfo().orElseThrow();
    assertThat(bytes).containsOnlyKeys("region");
    close(first);

    StrataCache second = open();
    assertThat(second.offHeap().getRegionCachedInfo().orElseThrow()).isEqualTo(bytes);
    assertThat(second.offHeap().evictBlocksByHfileName(FILE)).isPositive();
    close(second);

    StrataCache third = open();
    assertThat(third.offHeap().getRegionCachedInfo().orElseThrow()).isEmpty();
    assertThat(found(third.offHeap())).isEmpty();
    close(third);
  }

  @Test
  void rejectsMemoryInUse() throws Exception {
    StrataCache first = open();
    assertThatThrownBy(() -> new StrataCache(conf()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.offheap.path")
        .hasMessageContaining("in use");
    close(first);
  }

  @Test
  void rejectsForeignFile() throws Exception {
    Files.writeString(folder.resolve("two"), "something else");
    assertThatThrownBy(() -> new StrataCache(conf()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.offheap.path")
        .hasMessageContaining("holds something else");
  }

  /** HBase has a key provider, and the file is not known to be plain. */
  @Test
  void storesBlocksThatMayBeEncryptedOnlyIfEnabled() throws Exception {
    for (boolean enabled : List.of(false, true)) {
      Configuration conf = conf();
      conf.set("hbase.crypto.keyprovider.parameters", "anything");
      conf.setBoolean("strata.offheap.encrypted", enabled);
      StrataCache cache = new StrataCache(conf);
      fill(Objects.requireNonNull(cache.offHeap()));
      cache.offHeap().awaitQuiet();
      assertThat(found(cache.offHeap()).isEmpty()).isEqualTo(!enabled);
      close(cache);
    }
  }
}
