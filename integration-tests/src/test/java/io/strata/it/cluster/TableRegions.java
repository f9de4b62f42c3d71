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
 * Where the regions of a table are, on servers by their numbers. They stay where this class puts
 * them as long as the balancer is off.
 */
public final class TableRegions {
  private final HBaseCluster cluster;
  private final Admin admin;
  private final TableName table;

  /**
   * @param admin as long as this object is used
   */
  public TableRegions(HBaseCluster cluster, Admin admin, TableName table) {
    this.cluster = cluster;
    this.admin = admin;
    this.table = table;
  }

  /** All of them, in the order of their rows. */
  public List<RegionInfo> all() throws IOException {
    return admin.getRegions(table);
  }

  /** Those that a server has opened. */
  public List<RegionInfo> on(int server) throws IOException {
    ServerName name = serverName(server);
    return locations().stream()
        .filter(location -> name.equals(location.getServerName()))
        .map(HRegionLocation::getRegion)
        .toList();
  }

  /** Where they are, as the table of regions says. */
  public List<HRegionLocation> locations() throws IOException {
    try (RegionLocator locator = admin.getConnection().getRegionLocator(table)) {
      return locator.getAllRegionLocations();
    }
  }

  /**
   * Moves a region and waits until it has been opened there. Asked again and again: HBase opens it
   * elsewhere when a server that has just been started does not take it.
   */
  public void move(RegionInfo region, int server) throws Exception {
    Await.until(
        region + " is on server " + server,
        () -> isOn(region, server) || (canMove(region, server) && isOn(region, server)));
  }

  /** Whether a server has opened a region. */
  public boolean isOn(RegionInfo region, int server) throws IOException {
    return on(server).contains(region);
  }

  private boolean canMove(RegionInfo region, int server) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), serverName(server));
      return true;
    } catch (DoNotRetryIOException e) {
      return false; // It is on its way already.
    }
  }

  /** The name of a server as it runs now. */
  public ServerName serverName(int server) throws IOException {
    int port = cluster.regionServerPort(server);
    return admin.getRegionServers().stream()
        .filter(name -> name.getPort() == port)
        .max(Comparator.comparingLong(ServerName::getStartCode))
        .orElseThrow(() -> new IOException("Server " + server + " is not among the live ones."));
  }
}
