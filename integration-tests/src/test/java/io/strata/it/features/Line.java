package io.strata.it.features;

import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The versions of HBase on which the main path is tested, beside that of all other tests. */
enum Line {
  V2_5_13(HBaseDistribution.V2_5_13),
  V2_6_1(HBaseDistribution.V2_6_1),
  V2_6_6(HBaseDistribution.V2_6_4, "2.6.6") {
    @Override
    List<Path> supplement(Path folder) throws IOException {
      return NewerModules.for266(folder);
    }
  },
  V3_0_0_ALPHA_4(HBaseDistribution.V3_0_0_ALPHA_4),
  V3_0_0_BETA_1(HBaseDistribution.V3_0_0_ALPHA_4, "3.0.0-beta-1") {
    @Override
    List<Path> supplement(Path folder) throws IOException {
      return NewerModules.for300Beta1(folder);
    }
  };

  private final HBaseDistribution distribution;
  private final String server;

  Line(HBaseDistribution distribution) {
    this(distribution, distribution.version());
  }

  /** Only the server's jar is available; master and ZooKeeper are of the nearest version. */
  Line(HBaseDistribution distribution, String server) {
    this.distribution = distribution;
    this.server = server;
  }

  /**
   * Writes the classes that the server needs from newer modules, and returns the class path entries
   * to put before the modules.
   */
  List<Path> supplement(Path folder) throws IOException {
    throw new IllegalStateException(this + " has all its modules.");
  }

  HBaseDistribution distribution() {
    return distribution;
  }

  /** Returns the version of the RegionServer. */
  String server() {
    return server;
  }

  /** Returns a setup with a RegionServer of this version; the folder holds additional classes. */
  RegionServerSetup of(RegionServerSetup setup, Path folder) throws IOException {
    if (server.equals(distribution.version())) {
      return setup;
    }
    Path servers = BuildTree.root().resolve("integration-tests/target/hbase-servers");
    RegionServerSetup newer =
        setup.withClassPath(servers.resolve("hbase-server-" + server + ".jar"));
    for (Path each : supplement(folder)) {
      newer = newer.withClassPath(each);
    }
    return newer;
  }

  @Override
  public String toString() {
    return server.equals(distribution.version())
        ? "HBase " + server
        : "HBase %s over modules of %s".formatted(server, distribution.version());
  }
}
