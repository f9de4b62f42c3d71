package io.strata.readpath.blockcache;

import io.strata.readpath.cache.StrataCache;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** Makes Strata the block cache of a RegionServer. */
public final class ServerCache {
  /** The only member of HBase that is accessed by reflection: it has no setter. */
  private static final String FIELD = "blockCache";

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
      field.set(server, new StrataBlockCache(cache));
      return Optional.of(cache);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Strata cannot be installed: this version of HBase has no field HRegionServer."
              + FIELD
              + ". Use a version that the README lists.",
          e);
    }
  }
}
