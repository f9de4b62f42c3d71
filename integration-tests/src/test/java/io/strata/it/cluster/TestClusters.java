package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.Map;

/**
 * Clusters for tests: their logs stay in {@code target/clusters}, their data does not. A server
 * that has died is missed soon.
 */
public final class TestClusters {
  /**
   * Which cache the tests run on: {@code strata}, or for HBase's own {@code bucket}, or {@code lru}
   * for the one on the heap.
   */
  private static final String CACHE = System.getProperty("strata.it.cache", "strata");

  /** Which HBase the tests of the main features run on, unless they name one themselves. */
  private static final HBaseDistribution HBASE =
      HBaseDistribution.valueOf(System.getProperty("strata.it.hbase", "V2_6_4"));

  private TestClusters() {}

  /** The version of HBase that the tests run on. */
  public static HBaseDistribution hbase() {
    return HBASE;
  }

  /** Whether the tests run on Strata, and not on the cache that it is compared with. */
  public static boolean onStrata() {
    return CACHE.equals("strata");
  }

  /** The name of the cache that the tests run on. */
  public static String cache() {
    return CACHE;
  }

  /**
   * A RegionServer with the cache under test, which reports every leak in its log. It soon does
   * what it is told, but never as fast as it could.
   */
  public static RegionServerSetup cacheUnderTest(int megabytes) {
    return cacheUnderLoad(megabytes).withJvmArgs(JavaCommand.QUICK_COMPILER);
  }

  /** The same for much work by many threads, with all that the JVM's compilers can do. */
  public static RegionServerSetup cacheUnderLoad(int megabytes) {
    RegionServerSetup setup =
        switch (CACHE) {
          case "strata" -> RegionServerSetup.strata(megabytes);
          case "bucket" -> RegionServerSetup.bucketCache(megabytes);
          case "lru" ->
              RegionServerSetup.stock().withSite("hfile.block.cache.memory.size", megabytes + "m");
          default ->
              throw new IllegalArgumentException(
                  "-Dstrata.it.cache is strata, bucket or lru, not " + CACHE + ".");
        };
    return setup
        .withDirectMemory("512m")
        .withSite("hbase.regionserver.metrics.period", "1000")
        .withJvmArgs("-Dorg.apache.hbase.thirdparty.io.netty.leakDetection.level=paranoid");
  }

  /** A cluster in a clean folder of that name. */
  public static HBaseCluster start(
      String name, HBaseDistribution distribution, RegionServerSetup setup) {
    return start(name, distribution, setup, Map.of());
  }

  /** The same with lines of {@code hbase-site.xml} for all processes. */
  public static HBaseCluster start(
      String name,
      HBaseDistribution distribution,
      RegionServerSetup setup,
      Map<String, String> site) {
    return start(name, distribution, setup, site, 1);
  }

  /** The same with several RegionServers. */
  public static HBaseCluster start(
      String name,
      HBaseDistribution distribution,
      RegionServerSetup setup,
      Map<String, String> site,
      int regionServers) {
    return builder(name, distribution, setup).site(site).regionServers(regionServers).start();
  }

  /**
   * HDFS and two RegionServers with the same setup, in a clean folder of that name, with lines of
   * {@code hbase-site.xml} for all processes.
   */
  public static HBaseCluster startTwoOnHdfs(
      String name, RegionServerSetup setup, Map<String, String> site) {
    return builder(name, HBaseDistribution.V2_6_4, setup)
        .regionServers(2)
        .onHdfs()
        .site(site)
        .start();
  }

  /** The same, to be configured further and started. */
  public static HBaseCluster.Builder builder(
      String name, HBaseDistribution distribution, RegionServerSetup setup) {
    LinesTable.note(distribution, setup);
    Path folder = folder(name);
    Folders.delete(folder);
    return HBaseCluster.builder(distribution, folder)
        .regionServer(setup)
        // A server looks for its master, and a master hands out regions, without long waits.
        .site("hbase.regionserver.msginterval", "100")
        .site("hbase.procedure.remote.dispatcher.delay.msec", "10")
        .detectsDeadServersSoon()
        .deleteOnClose()
        .sharesClasses();
  }

  /** Where everything is that a cluster of that name writes. */
  public static Path folder(String name) {
    return BuildTree.root().resolve("integration-tests/target/clusters").resolve(name);
  }
}
