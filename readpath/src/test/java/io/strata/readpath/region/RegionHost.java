package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.cache.StrataCache;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * The parts of a RegionServer that regions need to read through the cache: HBase's own regions on
 * the local file system, Strata as their block cache, and a server's pool of direct buffers into
 * which blocks are read. There is no write-ahead log.
 *
 * <p>{@link #close} closes the regions and checks that nothing leaked: no pin, no buffer of the
 * pool, no reference count, no slot.
 */
final class RegionHost implements AutoCloseable {
  static final TableName TABLE = TableName.valueOf("table");

  private static final int CACHE_MEGABYTES = 32;
  private static final int POOLED_BUFFERS = 1024;

  private final LeakWatch leaks = new LeakWatch();
  private final List<HRegion> regions = new ArrayList<>();
  private final Configuration conf;
  private final FileSystem fileSystem;
  private final Path root;
  private final ByteBuffAllocator pool;
  private final StrataBlockCache blockCache;
  private final StrataCache cache;

  RegionHost(java.nio.file.Path folder) throws IOException, InterruptedException {
    this(folder, StrataBlockCache::new);
  }

  RegionHost(java.nio.file.Path folder, Function<Configuration, StrataBlockCache> caches)
      throws IOException, InterruptedException {
    this.root = new Path(folder.toUri());
    this.conf = configuration(root);
    this.fileSystem = FileSystem.getLocal(conf);
    this.pool = ByteBuffAllocator.create(conf, true);
    this.blockCache = caches.apply(conf);
    this.cache = blockCache.cache();
  }

  private static Configuration configuration(Path root) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    CommonFSUtils.setRootDir(conf, root);
    CommonFSUtils.setFsDefault(conf, root);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setInt("hbase.bucketcache.size", CACHE_MEGABYTES);
    conf.setInt(ByteBuffAllocator.MAX_BUFFER_COUNT_KEY, POOLED_BUFFERS);
    // A server would provide their memory.
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    return conf;
  }

  StrataCache cache() {
    return cache;
  }

  /** Returns the cache that HBase sees. */
  StrataBlockCache blockCache() {
    return blockCache;
  }

  /** Returns the configuration of the cache and the regions. */
  Configuration configuration() {
    return conf;
  }

  FileSystem fileSystem() {
    return fileSystem;
  }

  /** Opens the table's only region. */
  HRegion open(ColumnFamilyDescriptor... families) throws IOException {
    return open(RegionInfoBuilder.newBuilder(TABLE).setRegionId(1).build(), families);
  }

  /** Opens a region, a new one or with the files in its folder. */
  @SuppressWarnings("deprecation") // There is no other way without a server.
  HRegion open(RegionInfo info, ColumnFamilyDescriptor... families) throws IOException {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TABLE).setColumnFamilies(List.of(families)).build();
    fileSystem.mkdirs(folderOf(info));
    HRegion region = new PooledRegion(table, info);
    region.setBlockCache(blockCache);
    region.initialize();
    regions.add(region);
    return region;
  }

  Path folderOf(RegionInfo info) {
    return new Path(CommonFSUtils.getTableDir(root, TABLE), info.getEncodedName());
  }

  /** Closes the regions, and checks that everything was released. */
  @Override
  public void close() throws IOException {
    for (HRegion region : regions) {
      region.close();
    }
    try {
      proveQuiet();
      assertThat(leaks.leaks()).as("leaked reference counts").isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted before the proof was complete.");
    } finally {
      cache.shutdown();
    }
  }

  /** Checks that no block is pinned and every slot is in order; only without concurrent reads. */
  void proveQuiet() throws InterruptedException {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().statistics().blocksInFlight()).as("blocks in flight").isZero();
    assertThat(cache.offHeap().statistics().bytesInFlight()).as("bytes in flight").isZero();
    assertThat(cache.offHeap().audit()).as("audit of the slots").isEmpty();
    assertThat(pool.getFreeBufferCount())
        .as("buffers returned to the pool")
        .isEqualTo(pool.getUsedBufferCount());
  }

  /** A region whose stores read into the pool, which a server would provide. */
  private final class PooledRegion extends HRegion {
    @SuppressWarnings(
        "deprecation") // The other constructor needs objects that only HBase can create.
    PooledRegion(TableDescriptor table, RegionInfo info) {
      super(
          CommonFSUtils.getTableDir(root, TABLE),
          null,
          fileSystem,
          RegionHost.this.conf,
          info,
          table,
          null);
    }

    @Override
    protected HStore instantiateHStore(ColumnFamilyDescriptor family, boolean warmup)
        throws IOException {
      return new PooledStore(this, family, warmup);
    }
  }

  private final class PooledStore extends HStore {
    PooledStore(HRegion region, ColumnFamilyDescriptor family, boolean warmup) throws IOException {
      super(region, family, RegionHost.this.conf, warmup);
    }

    @Override
    protected CacheConfig createCacheConf(ColumnFamilyDescriptor family) {
      // The store's own settings, which include those of the family.
      return new CacheConfig(this.conf, family, blockCache, pool);
    }
  }
}
