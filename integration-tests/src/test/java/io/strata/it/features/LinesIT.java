package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.TestClusters;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the main path on each version of HBase; all other tests run on 2.6.4. */
class LinesIT {
  @TempDir(factory = InSharedMemory.class)
  private Path memory;

  @ParameterizedTest
  @EnumSource
  void mainPath(Line line, @TempDir Path modules) throws Exception {
    String name = "line-" + line.server();
    Path disk = TestClusters.folder(name).resolve("blocks");
    try (HBaseCluster cluster =
        TestClusters.start(name, line.distribution(), line.of(MainPath.setup(memory), modules))) {
      try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
        // If two jars have the same classes, the first one is used.
        assertThat(metrics.attribute("java.lang:type=Runtime", "ClassPath").toString())
            .matches("((?!hbase-server-).)*hbase-server-" + line.server() + "[-.].*");
      }
      new MainPath(cluster).run(disk);
    }
  }
}
