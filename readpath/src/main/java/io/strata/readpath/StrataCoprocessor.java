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
 * Installs Strata with {@code hbase.coprocessor.regionserver.classes}, for servers that set {@code
 * hbase.regionserver.impl} to another class. HBase has created its own cache with the same keys by
 * then, and only the garbage collector frees its memory, so startup needs twice the memory.
 */
@CoreCoprocessor
public class StrataCoprocessor implements RegionServerCoprocessor {
  /**
   * Installs the cache.
   *
   * @throws IOException if the environment is not a RegionServer's. HBase then ends the process, as
   *     it does for an invalid setting.
   */
  @Override
  @SuppressWarnings({"rawtypes", "deprecation"}) // As HBase declares it, and the only way there.
  public void start(CoprocessorEnvironment env) throws IOException {
    if (!(env instanceof RegionServerCoprocessorEnvironment)
        || !(env instanceof HasRegionServerServices services)) {
      throw new IOException(
          "StrataCoprocessor must be set in hbase.coprocessor.regionserver.classes only.");
    }
    RegionServerServices server = services.getRegionServerServices();
    if (!(server instanceof HRegionServer regionServer)) {
      throw new IOException("Strata cannot be installed in a " + server.getClass() + ".");
    }
    Installer.install(
        regionServer,
        () -> CacheSettings.read(env.getConfiguration(), MemoryLimits.ofThisProcess()));
  }
}
