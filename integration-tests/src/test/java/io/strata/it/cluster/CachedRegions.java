package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BalanceRequest;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The cached share of each region as servers report it, and HBase's cache-aware balancer, which
 * uses these reports.
 *
 * <p>HBase reports whole megabytes, rounded down. A region should be half a megabyte larger than a
 * whole number, so that index and bloom blocks, which are not counted, do not reduce the number.
 */
public final class CachedRegions {
  /**
   * Minimum cached share of a region that counts as cached; a flash tier may reject some blocks.
   */
  private static final float NEARLY_ALL = 0.9f;

  private final Admin admin;
  private final TableRegions regions;

  /**
   * @param admin open while this object is used
   * @param regions finds servers by their numbers
   */
  public CachedRegions(Admin admin, TableRegions regions) {
    this.admin = admin;
    this.regions = regions;
  }

  /**
   * Returns lines of {@code hbase-site.xml} for a master with that balancer.
   *
   * @param name of the cluster
   */
  public static Map<String, String> balancer(String name) {
    return Map.of(
        "hbase.master.loadbalancer.class",
        "org.apache.hadoop.hbase.master.balancer.CacheAwareLoadBalancer",
        // Enables the balancer's use of the cache; the file itself is not read.
        "hbase.bucketcache.persistent.path",
        TestClusters.folder(name).resolve("unused").toString(),
        // The number of regions of a server has no weight here.
        "hbase.master.balancer.stochastic.regionCountCost",
        "0",
        "hbase.master.balancer.move.throttlingMillis",
        "100");
  }

  /** Runs the balancer once and returns the number of regions that it moved. */
  public int balance() throws IOException {
    admin.balancerSwitch(true, true);
    int moved = admin.balance(BalanceRequest.defaultInstance()).getMovesExecuted();
    admin.balancerSwitch(false, true);
    return moved;
  }

  /** Waits until nearly all of each region, and not more than all, is cached on its server. */
  public void awaitCached(List<RegionInfo> all) throws Exception {
    Await.until(
        "nearly all of each of " + all.size() + " regions is cached",
        () -> all.stream().allMatch(this::isCached),
        () -> "Their cached shares: " + all.stream().map(this::ratio).toList());
    assertThat(all).allMatch(region -> ratio(region) <= 1);
  }

  /** Returns whether nearly all of a region is cached on its server. */
  public boolean isCached(RegionInfo region) {
    return ratio(region) >= NEARLY_ALL;
  }

  /** Waits until a server reports nearly all of each region that is open on another server. */
  public void awaitCachedElsewhere(List<RegionInfo> all, int opener, int server) throws Exception {
    Await.until(
        "the server reports regions that are open elsewhere",
        () ->
            all.stream()
                .allMatch(
                    region ->
                        reports(opener, region)
                            && megabytes(opener, region) > 0
                            && megabytesOn(server, region)
                                >= (int) (megabytes(opener, region) * NEARLY_ALL)));
  }

  /** Returns the cached share of a region as its server reports it; 0 before the first report. */
  public float ratio(RegionInfo region) {
    return servers().values().stream()
        .map(server -> server.getRegionMetrics().get(region.getRegionName()))
        .filter(Objects::nonNull)
        .map(RegionMetrics::getCurrentRegionCachedRatio)
        .max(Float::compare)
        .orElse(0f);
  }

  /** Returns whether a server reports a region as open. */
  public boolean reports(int server, RegionInfo region) {
    return metrics(server).getRegionMetrics().containsKey(region.getRegionName());
  }

  /** Returns the size of a region that is open on a server. */
  public int megabytes(int server, RegionInfo region) {
    RegionMetrics reported = metrics(server).getRegionMetrics().get(region.getRegionName());
    return (int) Objects.requireNonNull(reported).getRegionSizeMB().get(Size.Unit.MEGABYTE);
  }

  /** Returns the cached size of a region on a server, on which it need not be open. */
  public int megabytesOn(int server, RegionInfo region) {
    return metrics(server).getRegionCachedInfo().getOrDefault(region.getEncodedName(), 0);
  }

  private ServerMetrics metrics(int server) {
    try {
      return Objects.requireNonNull(servers().get(regions.serverName(server)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<ServerName, ServerMetrics> servers() {
    try {
      return admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
