package io.strata.readpath;

import io.strata.readpath.blockcache.ServerCache;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.metrics.HadoopMetrics;
import io.strata.readpath.usage.Owner;
import io.strata.readpath.web.WebUi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Installs the cache in a RegionServer before it opens a region. */
final class Installer {
  private static final Logger LOG = LoggerFactory.getLogger(Installer.class);

  private Installer() {}

  /**
   * Shuts down the server's block cache and replaces it. Does nothing if Strata is installed
   * already.
   *
   * @param settings called at most once
   * @throws IllegalStateException if this version of HBase has no field of that name
   * @throws io.strata.readpath.config.InvalidSettingException if a setting is invalid
   */
  static void install(HRegionServer server, Supplier<CacheSettings> settings) {
    ServerCache.replace(server, () -> open(settings.get()))
        .ifPresent(cache -> serve(server, cache));
  }

  private static StrataCache open(CacheSettings settings) {
    StrataCache cache = new StrataCache(settings);
    StaleBucketCacheList.delete(settings);
    return cache;
  }

  private static void serve(HRegionServer server, StrataCache cache) {
    show(server, cache);
    cache.offHeap().restored().skipDrainIf(server::isAborted);
    cache.offHeap().plainFiles().askServer(() -> readersOfFiles(server));
    cache.serve(() -> ownersOfFiles(server), () -> regionsOfFiles(server));
    LOG.info("Strata is the block cache of this RegionServer");
  }

  /** Publishes metrics and pages. A failure is logged; the server runs without them. */
  private static void show(HRegionServer server, StrataCache cache) {
    try {
      OffHeapBean.register(cache.offHeap());
      FlashBean.register(cache);
      cache.onFlashReplaced(() -> FlashBean.register(cache));
      HadoopMetrics.show(cache.metrics());
      WebUi.show(
          server.getInfoServer(), cache.webSource(nameOf(server), () -> ownersOfFiles(server)));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Could not publish all metrics and pages of the cache: {}", Secrets.traceOf(e));
    }
  }

  private static String nameOf(HRegionServer server) {
    return String.valueOf(server.getServerName());
  }

  /** Returns the table and family of each file that the server's regions have now. */
  private static Map<String, Owner> ownersOfFiles(HRegionServer server) {
    Map<String, Owner> owners = new HashMap<>();
    for (HRegion region : server.getRegions()) {
      String table = region.getRegionInfo().getTable().getNameAsString();
      for (HStore store : region.getStores()) {
        Owner owner = new Owner(table, store.getColumnFamilyName());
        store.getStorefiles().forEach(file -> owners.put(file.getPath().getName(), owner));
      }
    }
    return owners;
  }

  /** Returns the region of each of these files, by its encoded name. */
  private static Map<String, String> regionsOfFiles(HRegionServer server) {
    Map<String, String> regions = new HashMap<>();
    for (HRegion region : server.getRegions()) {
      String name = region.getRegionInfo().getEncodedName();
      for (HStore store : region.getStores()) {
        store.getStorefiles().forEach(file -> regions.put(file.getPath().getName(), name));
      }
    }
    return regions;
  }

  /** Returns the contexts of the files that are open. */
  private static List<HFileContext> readersOfFiles(HRegionServer server) {
    List<HFileContext> readers = new ArrayList<>();
    for (HRegion region : server.getRegions()) {
      for (HStore store : region.getStores()) {
        for (HStoreFile file : store.getStorefiles()) {
          StoreFileReader reader = file.getReader();
          if (reader != null) {
            readers.add(reader.getHFileReader().getFileContext());
          }
        }
      }
    }
    return readers;
  }
}
