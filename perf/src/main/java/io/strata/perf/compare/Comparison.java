package io.strata.perf.compare;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The whole comparison: one table, loaded once, read under the one cache and the other by turns,
 * the RegionServer started anew each time.
 */
final class Comparison {
  static final HBaseDistribution HBASE = HBaseDistribution.V2_6_4;

  /** A share of misses in a scan that is no longer worth another scan. */
  private static final double FEW_MISSES = 0.001;

  private static final int MOST_SCANS = 4;

  private final Plan plan;
  private final Progress progress;
  private final List<Measurement> measurements = new ArrayList<>();
  private final TestTable table;

  Comparison(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.table = new TestTable(plan.scale().rows(), plan.threads());
  }

  /**
   * Runs it.
   *
   * @param folder for data and logs
   * @param log the file that this JVM logs to
   */
  List<Measurement> run(Path folder, Path log)
      throws CompareException, IOException, InterruptedException {
    try (HBaseCluster cluster =
        progress.phase("Starting ZooKeeper, master and RegionServer", () -> start(folder))) {
      var evaluation = new PerformanceEvaluationRunner(cluster.clientConfiguration(), log);
      load(cluster, evaluation);
      for (Plan.Run run : plan.runs()) {
        measure(cluster, evaluation, run);
      }
    }
    return List.copyOf(measurements);
  }

  private HBaseCluster start(Path folder) {
    return HBaseCluster.builder(HBASE, folder.resolve("hbase"))
        .site(
            "hbase.regionserver.region.split.policy",
            "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy")
        .regionServer(server(plan.runs().get(0)))
        .start();
  }

  private RegionServerSetup server(Plan.Run run) {
    Scale scale = plan.scale();
    return run.cache()
        .server(run.setup().cacheMegabytes(scale.dataBytes()))
        .withSite("hfile.block.cache.size", Cache.L1_SHARE)
        .withHeap(scale.regionServerHeapMegabytes() + "m")
        .withDirectMemory(scale.directMemoryMegabytes() + "m");
  }

  private void load(HBaseCluster cluster, PerformanceEvaluationRunner evaluation)
      throws CompareException, IOException, InterruptedException {
    progress.phase(
        String.format(
            Locale.ROOT,
            "Loading %,d rows of %,d bytes with PerformanceEvaluation",
            table.rows(),
            Scale.VALUE_BYTES),
        () -> table.load(evaluation));
    progress.phase(
        "Flushing and major-compacting",
        () -> {
          try (Connection connection = connect(cluster)) {
            table.compact(connection);
          }
        });
  }

  private void measure(HBaseCluster cluster, PerformanceEvaluationRunner evaluation, Plan.Run run)
      throws CompareException, IOException, InterruptedException {
    String name = run.cache().title + ", " + run.title();
    progress.phase(name + ": restarting the RegionServer", () -> restart(cluster, run));
    try (var probe = new RegionServerProbe(cluster.regionServer())) {
      progress.phase(name + ": warming up", () -> warmUp(cluster, evaluation, probe, run));
      for (Workload workload : run.workloads()) {
        progress.phase(
            name + ": " + workload.title, () -> measure(evaluation, probe, run, workload));
      }
    }
  }

  private void restart(HBaseCluster cluster, Plan.Run run) {
    cluster.regionServer().stopGracefully();
    cluster.startRegionServer(server(run));
  }

  /** Scans until everything is in the cache, where it fits, and then lets the JIT see the reads. */
  private void warmUp(
      HBaseCluster cluster,
      PerformanceEvaluationRunner evaluation,
      RegionServerProbe probe,
      Plan.Run run)
      throws CompareException, IOException, InterruptedException {
    try (Connection connection = connect(cluster)) {
      table.scan(connection);
      for (int scans = 1; run.setup() == Setup.ALL_HITS; scans++) {
        Counters before = probe.read();
        table.scan(connection);
        double misses = 1 - probe.read().since(before).l2HitRatio();
        if (misses < FEW_MISSES) {
          break;
        }
        if (scans == MOST_SCANS) {
          throw new CompareException(
              String.format(
                  Locale.ROOT,
                  "%s still missed %.1f %% of the blocks after %d scans of a table that fits.",
                  run.cache().title,
                  misses * 100,
                  scans));
        }
      }
    }
    evaluation.run(plan.warmUpReads().arguments());
  }

  private void measure(
      PerformanceEvaluationRunner evaluation,
      RegionServerProbe probe,
      Plan.Run run,
      Workload workload)
      throws CompareException, IOException, InterruptedException {
    ReadPlan reads = plan.reads(workload);
    Counters before = probe.read();
    List<String> lines = evaluation.run(reads.arguments());
    Counters during = probe.read().since(before);
    ReadTiming timing = ReadTiming.parse(lines, plan.threads());
    measurements.add(
        new Measurement(
            run.setup(),
            run.cache(),
            workload,
            run.pass(),
            reads.rows(),
            timing,
            during,
            run.setup().cacheMegabytes(plan.scale().dataBytes()) * Scale.MEGABYTE));
  }

  private static Connection connect(HBaseCluster cluster) throws IOException {
    return ConnectionFactory.createConnection(cluster.clientConfiguration());
  }
}
