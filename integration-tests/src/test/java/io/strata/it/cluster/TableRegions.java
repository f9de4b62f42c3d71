package io.strata.it.cluster;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * The assignment of a table's regions to servers, by number. While the balancer is off, regions
 * stay where this class moves them.
 */
public final class TableRegions {
  private final HBaseCluster cluster;
  private final Admin admin;
  private final TableName table;

  /**
   * @param admin open while this object is used
   */
  public TableRegions(HBaseCluster cluster, Admin admin, TableName table) {
    this.cluster = cluster;
    this.admin = admin;
    this.table = table;
  }

  /** Returns all regions in the order of their rows. */
  public List<RegionInfo> all() throws IOException {
    return admin.getRegions(table);
  }

  /** Returns the regions that are open on a server. */
  public List<RegionInfo> on(int server) throws IOException {
    ServerName name = serverName(server);
    return locations().stream()
        .filter(location -> name.equals(location.getServerName()))
        .map(HRegionLocation::getRegion)
        .toList();
  }

  /** Returns the locations according to {@code hbase:meta}. */
  public List<HRegionLocation> locations() throws IOException {
    try (RegionLocator locator = admin.getConnection().getRegionLocator(table)) {
      return locator.getAllRegionLocations();
    }
  }

  /**
   * Moves a region and waits until it is open. Repeats the request, since HBase opens the region on
   * another server if one that has just started does not accept it.
   */
  public void move(RegionInfo region, int server) throws Exception {
    Await.until(
        region + " is on server " + server,
        () -> isOn(region, server) || (canMove(region, server) && isOn(region, server)));
  }

  /** Returns whether a region is open on a server. */
  public boolean isOn(RegionInfo region, int server) throws IOException {
    return on(server).contains(region);
  }

  private boolean canMove(RegionInfo region, int server) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), serverName(server));
      return true;
    } catch (DoNotRetryIOException e) {
      return false; // It is already in transition.
    }
  }

  /** Returns the name of a server's current process. */
  public ServerName serverName(int server) throws IOException {
    int port = cluster.regionServerPort(server);
    return admin.getRegionServers().stream()
        .filter(name -> name.getPort() == port)
        .max(Comparator.comparingLong(ServerName::getStartCode))
        .orElseThrow(() -> new IOException("Server " + server + " is not among the live ones."));
  }
}
