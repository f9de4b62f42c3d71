package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.Map;

/**
 * Creates clusters for tests. Their logs stay in {@code target/clusters}; their data are deleted. A
 * dead server is detected soon.
 */
public final class TestClusters {
  /**
   * The cache under test: {@code strata}, {@code compressed} for Strata with compression, or
   * HBase's own: {@code bucket}, or {@code lru} for the on-heap cache.
   */
  private static final String CACHE = System.getProperty("strata.it.cache", "strata");

  /** The version of HBase for tests of the main features that do not name one. */
  private static final HBaseDistribution HBASE =
      HBaseDistribution.valueOf(System.getProperty("strata.it.hbase", "V2_6_4"));

  private TestClusters() {}

  /** Returns the version of HBase for tests. */
  public static HBaseDistribution hbase() {
    return HBASE;
  }

  /** Returns whether the tests run on Strata and not on another cache. */
  public static boolean onStrata() {
    return CACHE.equals("strata") || CACHE.equals("compressed");
  }

  /** Returns the name of the cache under test. */
  public static String cache() {
    return CACHE;
  }

  /**
   * Returns a RegionServer with the cache under test that reports every leak in its log. It starts
   * fast, but does not reach full speed.
   */
  public static RegionServerSetup cacheUnderTest(int megabytes) {
    return cacheUnderLoad(megabytes).withJvmArgs(JavaCommand.QUICK_COMPILER);
  }

  /** Returns the same for heavy load, with the JVM's optimizing compiler. */
  public static RegionServerSetup cacheUnderLoad(int megabytes) {
    RegionServerSetup setup =
        switch (CACHE) {
          case "strata" -> RegionServerSetup.strata(megabytes);
          case "compressed" ->
              RegionServerSetup.strata(megabytes).withSite("strata.offheap.compression", "lz4");
          case "bucket" -> RegionServerSetup.bucketCache(megabytes);
          case "lru" ->
              RegionServerSetup.stock().withSite("hfile.block.cache.memory.size", megabytes + "m");
          default ->
              throw new IllegalArgumentException(
                  "-Dstrata.it.cache="
                      + CACHE
                      + ": is unknown. Choose strata, compressed, bucket or lru.");
        };
    return setup
        .withDirectMemory("512m")
        .withSite("hbase.regionserver.metrics.period", "1000")
        .withJvmArgs("-Dorg.apache.hbase.thirdparty.io.netty.leakDetection.level=paranoid");
  }

  /** Starts a cluster in a new folder of that name. */
  public static HBaseCluster start(
      String name, HBaseDistribution distribution, RegionServerSetup setup) {
    return start(name, distribution, setup, Map.of());
  }

  /** Starts the same with lines of {@code hbase-site.xml} for all processes. */
  public static HBaseCluster start(
      String name,
      HBaseDistribution distribution,
      RegionServerSetup setup,
      Map<String, String> site) {
    return start(name, distribution, setup, site, 1);
  }

  /** Starts the same with several RegionServers. */
  public static HBaseCluster start(
      String name,
      HBaseDistribution distribution,
      RegionServerSetup setup,
      Map<String, String> site,
      int regionServers) {
    return builder(name, distribution, setup).site(site).regionServers(regionServers).start();
  }

  /**
   * Starts HDFS and two RegionServers with the same setup, in a new folder of that name, with lines
   * of {@code hbase-site.xml} for all processes.
   */
  public static HBaseCluster startTwoOnHdfs(
      String name, RegionServerSetup setup, Map<String, String> site) {
    return builder(name, HBaseDistribution.V2_6_4, setup)
        .regionServers(2)
        .onHdfs()
        .site(site)
        .start();
  }

  /** Returns the builder of such a cluster. */
  public static HBaseCluster.Builder builder(
      String name, HBaseDistribution distribution, RegionServerSetup setup) {
    LinesTable.note(distribution, setup);
    Path folder = folder(name);
    Folders.delete(folder);
    return HBaseCluster.builder(distribution, folder)
        .regionServer(setup)
        // Servers find their master, and the master assigns regions, without long waits.
        .site("hbase.regionserver.msginterval", "100")
        .site("hbase.procedure.remote.dispatcher.delay.msec", "10")
        .detectsDeadServersSoon()
        .deleteOnClose()
        .sharesClasses();
  }

  /** Returns the folder of all files of a cluster. */
  public static Path folder(String name) {
    return BuildTree.root().resolve("integration-tests/target/clusters").resolve(name);
  }
}
