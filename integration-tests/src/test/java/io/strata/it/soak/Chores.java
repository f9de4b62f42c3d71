package io.strata.it.soak;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Changes a table's regions and files, and the cache's size, while the table is in use. Not
 * thread-safe.
 */
final class Chores implements AutoCloseable {
  private static final String SIZE = "hbase.bucketcache.size";
  private static final int FEWEST_REGIONS = 3;
  private static final int MAX_REGIONS = 6;
  private static final int LONGEST_PAUSE_MILLIS = 1_500;

  /** Sizes of the off-heap cache in MB, one of which each resize chooses. */
  private static final int[] SIZES = {32, 40, 52, 64};

  private final HBaseCluster cluster;
  private final Connection connection;
  private final Admin admin;
  private final TableName table;
  private final int rows;
  private final Transitions transitions;
  private final Tally tally;
  private final Random random;

  Chores(
      HBaseCluster cluster,
      Connection connection,
      TableName table,
      int rows,
      Transitions transitions,
      Tally tally,
      long seed)
      throws IOException {
    this.cluster = cluster;
    this.connection = connection;
    this.admin = connection.getAdmin();
    this.table = table;
    this.rows = rows;
    this.transitions = transitions;
    this.tally = tally;
    this.random = new Random(seed);
  }

  /** Performs a random change, and pauses. */
  void doSomething() throws Exception {
    List<RegionInfo> regions = admin.getRegions(table);
    RegionInfo region = regions.get(random.nextInt(regions.size()));
    switch (random.nextInt(11)) {
      case 0, 1, 2 -> flush(region);
      case 3 -> compact(region);
      case 4 -> compactAll(region);
      case 5, 6 -> changeRegions(regions, region);
      case 7 -> closeAndOpen(region);
      case 8, 9 -> move(region);
      default -> resize();
    }
    // After moves back and forth and a split, both servers redirect clients to each other for two
    // minutes. HBase's client believes them unless it is made to look up the location.
    connection.clearRegionLocationCache();
    Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
  }

  private void flush(RegionInfo region) throws Exception {
    transitions.flushing(
        () -> {
          admin.flushRegion(region.getRegionName());
          return null;
        });
    tally.add(Operation.FLUSH);
  }

  private void compact(RegionInfo region) throws IOException {
    admin.compactRegion(region.getRegionName());
    tally.add(Operation.MINOR_COMPACTION);
  }

  private void compactAll(RegionInfo region) throws IOException {
    admin.majorCompactRegion(region.getRegionName());
    tally.add(Operation.MAJOR_COMPACTION);
  }

  private void changeRegions(List<RegionInfo> regions, RegionInfo region) throws Exception {
    int count = regions.size();
    if (count >= MAX_REGIONS || (count > FEWEST_REGIONS && random.nextBoolean())) {
      merge(regions);
    } else {
      split(region);
    }
  }

  private void split(RegionInfo region) throws Exception {
    int from = region.getStartKey().length == 0 ? 0 : RowCheck.row(region.getStartKey());
    int to = region.getEndKey().length == 0 ? rows : RowCheck.row(region.getEndKey());
    if (to - from < 2) {
      return;
    }
    byte[] middle = RowCheck.key(from + 1 + random.nextInt(to - from - 1));
    boolean done =
        transitions.reopening(
            () -> isDone(() -> admin.splitRegionAsync(region.getRegionName(), middle)));
    tally.add(done ? Operation.SPLIT : Operation.PUT_OFF);
  }

  private void merge(List<RegionInfo> regions) throws Exception {
    List<byte[]> names =
        regions.stream().sorted(RegionInfo.COMPARATOR).map(RegionInfo::getRegionName).toList();
    int lower = random.nextInt(names.size() - 1);
    byte[][] two = {names.get(lower), names.get(lower + 1)};
    boolean done = transitions.merging(() -> isDone(() -> admin.mergeRegionsAsync(two, false)));
    tally.add(done ? Operation.MERGE : Operation.PUT_OFF);
  }

  /** HBase rejects splits and merges of regions whose files still refer to others. */
  private static boolean isDone(Callable<Future<Void>> action) throws Exception {
    try {
      action.call().get();
      return true;
    } catch (ExecutionException | IOException e) {
      return false;
    }
  }

  private void closeAndOpen(RegionInfo region) throws Exception {
    transitions.reopening(
        () -> {
          admin.unassign(region.getRegionName());
          admin.assign(region.getRegionName());
          return null;
        });
    tally.add(Operation.CLOSE_AND_OPEN);
  }

  private void move(RegionInfo region) throws Exception {
    Collection<ServerName> servers = admin.getRegionServers();
    List<ServerName> others = servers.stream().filter(server -> !serves(server, region)).toList();
    if (others.isEmpty()) {
      return;
    }
    transitions.reopening(
        () -> {
          admin.move(region.getEncodedNameAsBytes(), others.get(random.nextInt(others.size())));
          return null;
        });
    tally.add(Operation.MOVE);
  }

  private boolean serves(ServerName server, RegionInfo region) {
    try {
      return admin.getRegions(server).stream()
          .anyMatch(each -> Bytes.equals(each.getRegionName(), region.getRegionName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void resize() throws IOException {
    if (!TestClusters.onStrata()) {
      return; // HBase's own cache has a fixed size.
    }
    String megabytes = Integer.toString(SIZES[random.nextInt(SIZES.length)]);
    for (int server = 0; server < cluster.regionServers().size(); server++) {
      cluster.reconfigureRegionServer(
          server, cluster.regionServerSetup(server).withSite(SIZE, megabytes));
    }
    for (ServerName server : admin.getRegionServers()) {
      admin.updateConfiguration(server);
    }
    tally.add(Operation.RESIZE);
  }

  @Override
  public void close() throws IOException {
    admin.close();
  }
}
