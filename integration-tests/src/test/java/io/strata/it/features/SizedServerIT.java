package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.Release;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a real server with the configuration that the release's {@code strata size} generates. */
class SizedServerIT {
  private static final String NAME = "sized";
  private static final HBaseDistribution HBASE = HBaseDistribution.V2_6_4;
  private static final int TABLE_MEGABYTES = 48;
  private static final long CONTAINER_MEGABYTES = 2048;

  private static Release release;
  private static Path folder;

  @BeforeAll
  static void unpack() throws Exception {
    release = Release.unpack(NAME + "-release");
    folder = release.folder().getParent();
  }

  private static void strata(String... arguments) throws IOException, InterruptedException {
    release.strata(HBASE, arguments);
  }

  /** Returns a setup with the JVM options and the site of a configuration folder. */
  private static RegionServerSetup setupOf(Path conf) throws IOException {
    Configuration site = new Configuration(false);
    site.addResource(conf.resolve("hbase-site.xml").toUri().toURL());
    Map<String, String> lines = new HashMap<>();
    site.forEach(line -> lines.put(line.getKey(), line.getValue()));
    String env = Files.readString(conf.resolve("hbase-env.sh"));
    return new RegionServerSetup(
        lines,
        List.of(release.jar()),
        option(env, "-Xmx"),
        option(env, "-XX:MaxDirectMemorySize="),
        List.of("-Xms" + option(env, "-Xms")));
  }

  private static String option(String env, String name) {
    Matcher matcher = Pattern.compile("(?m)^export .*" + name + "(\\w+)").matcher(env);
    assertThat(matcher.find()).as("%s in %s", name, env).isTrue();
    return matcher.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "disk"})
  void serverStaysWithinItsMemory(String kind) throws Exception {
    Path conf = folder.resolve("conf-" + kind);
    String memory = "--memory=" + CONTAINER_MEGABYTES + "m";
    if (kind.equals("disk")) {
      String file = "--flash-path=" + folder.resolve("blocks");
      strata(
          "size", memory, "--container", "--cores=2", file, "--disk=512m", "-o", conf.toString());
    } else {
      strata("size", memory, "--container", "--cores=2", "--data=10g", "-o", conf.toString());
    }
    strata("doctor", "--conf=" + conf, memory, "--container", "--other-machine");
    try (HBaseCluster cluster = TestClusters.start(NAME + "-" + kind, HBASE, setupOf(conf));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      RowTable table = new RowTable(connection, "t", TABLE_MEGABYTES);
      table.write();
      table.scan();
      // Caches the bloom filter, which a scan does not use.
      table.isHit(0);
      for (int row = 0; row < table.rows(); row += 64) {
        assertThat(table.isHit(row)).as("row %d", row).isTrue();
      }
      String page = new WebPages(cluster.regionServer()).get("/strata/data.json");
      assertThat(page)
          .as("the only finding is that nothing was evicted")
          .containsPattern(
              "\"findings\":\\s*\\[\\s*\"No block had to be evicted so far[^\"]*\"\\s*\\]");
      assertThat(residentMegabytes(cluster)).isLessThan(CONTAINER_MEGABYTES);
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
    }
  }

  private static long residentMegabytes(HBaseCluster cluster) throws IOException {
    Path status = Path.of("/proc", Long.toString(cluster.regionServer().pid()), "status");
    Matcher matcher = Pattern.compile("VmHWM:\\s+(\\d+) kB").matcher(Files.readString(status));
    assertThat(matcher.find()).isTrue();
    return Long.parseLong(matcher.group(1)) >> 10;
  }
}
