package io.strata.it.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The HBase versions that can be started. The build writes their class paths. */
public enum HBaseDistribution {
  V2_6_4("2.6.4", "hbase-2.6.4"),
  V2_5_13("2.5.13", "hbase-2.5.13"),
  V2_6_1("2.6.1", "hbase-lines/2.6.1"),

  /** With Phoenix and the module of RegionServer groups. */
  V2_6_1_EXTENSIONS("2.6.1", "hbase-lines/2.6.1-extensions"),
  V3_0_0_ALPHA_4("3.0.0-alpha-4", "hbase-lines/3.0.0-alpha-4"),

  /** With a version of Hadoop that supports JDK 25; that of {@link #V2_6_4} does not. */
  V2_6_4_HADOOP_3_4_3("2.6.4", "hbase-lines/2.6.4-hadoop-3.4.3");

  private final String version;
  private final String module;

  HBaseDistribution(String version, String module) {
    this.version = version;
    this.module = module;
  }

  /** Returns HBase's version without the Hadoop suffix, such as {@code 2.6.4}. */
  public String version() {
    return version;
  }

  /** Returns the jars of ZooKeeper, master and RegionServer, and the folder of the web pages. */
  public List<Path> serverClassPath() {
    Stream<Path> jars = jars().filter(jar -> !jar.toString().endsWith("-tests.jar"));
    return Stream.concat(jars, Stream.of(target().resolve("web"))).toList();
  }

  /** Returns the jars of a client with {@code org.apache.hadoop.hbase.PerformanceEvaluation}. */
  public List<Path> clientClassPath() {
    return jars().toList();
  }

  private Stream<Path> jars() {
    Path list = target().resolve("class-path");
    try {
      return Stream.of(Files.readString(list).strip().split(File.pathSeparator)).map(Path::of);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot read the class path of HBase "
              + version
              + ". Write it with ./mvnw generate-resources -pl integration-tests/"
              + module
              + ".",
          e);
    }
  }

  private Path target() {
    return BuildTree.root().resolve("integration-tests/" + module + "/target");
  }

  @Override
  public String toString() {
    return "HBase " + module.replaceFirst("hbase-(lines/)?", "");
  }
}
