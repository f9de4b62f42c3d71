package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import java.io.IOException;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.HasRegionServerServices;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;

/**
 * Installs Strata with {@code hbase.coprocessor.regionserver.classes}, for servers whose {@code
 * hbase.regionserver.impl} is taken. HBase has made its own cache by then, with the same keys, and
 * gives its memory back only to the garbage collector: until then there is need of twice as much.
 */
@CoreCoprocessor
public class StrataCoprocessor implements RegionServerCoprocessor {
  /**
   * Installs the cache.
   *
   * @throws IOException when the environment is not that of a RegionServer; HBase then ends the
   *     process, as it does when a setting is wrong
   */
  @Override
  @SuppressWarnings({"rawtypes", "deprecation"}) // As HBase declares it, and the only way there.
  public void start(CoprocessorEnvironment env) throws IOException {
    if (!(env instanceof RegionServerCoprocessorEnvironment)
        || !(env instanceof HasRegionServerServices services)) {
      throw new IOException(
          "StrataCoprocessor belongs into hbase.coprocessor.regionserver.classes, and nowhere "
              + "else.");
    }
    RegionServerServices server = services.getRegionServerServices();
    if (!(server instanceof HRegionServer regionServer)) {
      throw new IOException("Strata cannot be installed into a " + server.getClass() + ".");
    }
    Installer.install(
        regionServer,
        () -> CacheSettings.read(env.getConfiguration(), MemoryLimits.ofThisProcess()));
  }
}
