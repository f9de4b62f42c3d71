package io.strata.readpath;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the cache into a RegionServer that has not opened a region yet. */
final class Installer {
  private static final Logger LOG = LoggerFactory.getLogger(Installer.class);

  /** The one thing of HBase that is reached by reflection; it has no setter. */
  private static final String FIELD = "blockCache";

  private Installer() {}

  /**
   * Replaces the server's block cache and shuts the one down that it had made.
   *
   * @throws IllegalStateException when this HBase keeps its cache elsewhere
   * @throws io.strata.readpath.config.InvalidSettingException when a setting is wrong
   */
  static void install(HRegionServer server, Configuration conf) {
    try {
      Field field = HRegionServer.class.getDeclaredField(FIELD);
      field.setAccessible(true);
      BlockCache before = (BlockCache) field.get(server);
      if (before instanceof StrataBlockCache) {
        return;
      }
      if (before != null) {
        before.shutdown();
        // Not referred to while the new one takes its memory, which may be as much.
        field.set(server, null);
      }
      StrataBlockCache cache = new StrataBlockCache(conf);
      field.set(server, cache);
      OffHeapBean.register(cache.offHeap());
      FlashBean.register(cache);
      cache.freeOrphans(() -> fileNames(server));
      LOG.info("Strata is the block cache of this RegionServer");
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw refusal(e);
    }
  }

  /** Of the files that the server's regions have now. */
  private static Set<String> fileNames(HRegionServer server) {
    Set<String> names = new HashSet<>();
    for (HRegion region : server.getRegions()) {
      for (HStore store : region.getStores()) {
        store.getStorefiles().forEach(file -> names.add(file.getPath().getName()));
      }
    }
    return names;
  }

  private static RuntimeException refusal(Exception e) {
    if (e instanceof ReflectiveOperationException) {
      return new IllegalStateException(
          "Strata cannot be installed: this HBase keeps its block cache elsewhere than in "
              + "HRegionServer."
              + FIELD
              + "; use a version that the README lists.",
          e);
    }
    return (RuntimeException) e;
  }
}
