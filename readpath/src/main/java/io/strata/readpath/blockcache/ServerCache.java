package io.strata.readpath.blockcache;

import io.strata.readpath.cache.StrataCache;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.conf.ConfigurationManager;
import org.apache.hadoop.hbase.conf.ConfigurationObserver;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * Makes Strata the block cache of a RegionServer, by reflection: HBase has no setter for it, and
 * 2.5 has no public method for its observers.
 */
public final class ServerCache {
  private static final String FIELD = "blockCache";
  private static final String OBSERVERS = "configurationManager";

  private ServerCache() {}

  /**
   * Shuts down the server's block cache and replaces it.
   *
   * @param caches creates the cache; called at most once
   * @return the new cache; empty if Strata is installed already
   * @throws IllegalStateException if this version of HBase has no field of that name
   */
  public static Optional<StrataCache> replace(HRegionServer server, Supplier<StrataCache> caches) {
    try {
      Field field = HRegionServer.class.getDeclaredField(FIELD);
      field.setAccessible(true);
      BlockCache before = (BlockCache) field.get(server);
      if (before instanceof StrataBlockCache) {
        return Optional.empty();
      }
      if (before != null) {
        before.shutdown();
        // Lets the garbage collector free its memory before the new cache allocates as much.
        field.set(server, null);
      }
      StrataCache cache = caches.get();
      StrataBlockCache installed = new StrataBlockCache(cache);
      field.set(server, installed);
      // A newer HBase has its block cache observe changes itself.
      if (!ConfigurationObserver.class.isAssignableFrom(BlockCache.class)) {
        observersOf(server).registerObserver(installed);
      }
      return Optional.of(cache);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Strata cannot be installed: this version of HBase has no field HRegionServer.%s or %s. Use a version that the README lists."
              .formatted(FIELD, OBSERVERS),
          e);
    }
  }

  /** Returns what {@code update_config} notifies; HBase 3 has it in a superclass. */
  private static ConfigurationManager observersOf(HRegionServer server)
      throws ReflectiveOperationException {
    for (Class<?> type = HRegionServer.class; type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(OBSERVERS)) {
          field.setAccessible(true);
          return (ConfigurationManager) field.get(server);
        }
      }
    }
    throw new NoSuchFieldException(OBSERVERS);
  }
}
