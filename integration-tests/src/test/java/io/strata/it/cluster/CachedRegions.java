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
 * What servers report of how much of each region is cached, and HBase's cache-aware balancer, which
 * goes by it.
 *
 * <p>HBase reports whole megabytes, rounded down: regions had better be of half a megabyte more, so
 * that their index and bloom blocks, which are not counted, do not cost one.
 */
public final class CachedRegions {
  /** Of a region whose blocks are all cached, but for some that a disk refused. */
  private static final float NEARLY_ALL = 0.9f;

  private final Admin admin;
  private final TableRegions places;

  /**
   * @param admin as long as this object is used
   * @param places to find servers by their numbers
   */
  public CachedRegions(Admin admin, TableRegions places) {
    this.admin = admin;
    this.places = places;
  }

  /**
   * Lines of {@code hbase-site.xml} for a master with that balancer.
   *
   * @param name of the cluster
   */
  public static Map<String, String> balancer(String name) {
    return Map.of(
        "hbase.master.loadbalancer.class",
        "org.apache.hadoop.hbase.master.balancer.CacheAwareLoadBalancer",
        // Without it, the balancer looks at no cache. It reads nothing there.
        "hbase.bucketcache.persistent.path",
        TestClusters.folder(name).resolve("unused").toString(),
        // How many regions a server has is nothing to it here.
        "hbase.master.balancer.stochastic.regionCountCost",
        "0",
        "hbase.master.balancer.move.throttlingMillis",
        "100");
  }

  /** Has the master balance once; returns how many regions it moved. */
  public int balance() throws IOException {
    admin.balancerSwitch(true, true);
    int moved = admin.balance(BalanceRequest.defaultInstance()).getMovesExecuted();
    admin.balancerSwitch(false, true);
    return moved;
  }

  /** Waits until nearly all of each region, and no more than all, is cached on its server. */
  public void awaitCached(List<RegionInfo> all) throws Exception {
    Await.until(
        "nearly all of each of " + all.size() + " regions is cached",
        () -> all.stream().allMatch(this::isCached));
    assertThat(all).allMatch(region -> ratio(region) <= 1);
  }

  /** Whether nearly all of a region is cached on its server. */
  public boolean isCached(RegionInfo region) {
    return ratio(region) >= NEARLY_ALL;
  }

  /** Waits until a server tells that it has nearly all of each region, which others have open. */
  public void awaitCachedElsewhere(List<RegionInfo> all, int opener, int server) throws Exception {
    Await.until(
        "the server tells of regions that are elsewhere now",
        () ->
            all.stream()
                .allMatch(
                    region ->
                        reports(opener, region)
                            && megabytes(opener, region) > 0
                            && megabytesOn(server, region)
                                >= (int) (megabytes(opener, region) * NEARLY_ALL)));
  }

  /** How much of a region is cached on its server, as that reports; 0 before it does. */
  public float ratio(RegionInfo region) {
    return servers().values().stream()
        .map(server -> server.getRegionMetrics().get(region.getRegionName()))
        .filter(Objects::nonNull)
        .map(RegionMetrics::getCurrentRegionCachedRatio)
        .max(Float::compare)
        .orElse(0f);
  }

  /** Whether a server reports a region among those that it has open. */
  public boolean reports(int server, RegionInfo region) {
    return metrics(server).getRegionMetrics().containsKey(region.getRegionName());
  }

  /** The size of a region that a server has open. */
  public int megabytes(int server, RegionInfo region) {
    RegionMetrics reported = metrics(server).getRegionMetrics().get(region.getRegionName());
    return (int) Objects.requireNonNull(reported).getRegionSizeMB().get(Size.Unit.MEGABYTE);
  }

  /** What a server has cached of a region, which need not be there. */
  public int megabytesOn(int server, RegionInfo region) {
    return metrics(server).getRegionCachedInfo().getOrDefault(region.getEncodedName(), 0);
  }

  private ServerMetrics metrics(int server) {
    try {
      return Objects.requireNonNull(servers().get(places.serverName(server)));
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
