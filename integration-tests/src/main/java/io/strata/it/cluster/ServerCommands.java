package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the configuration folder of a process and gives it its command line.
 *
 * @param site what the cluster's owner wants of all processes
 */
record ServerCommands(
    HBaseDistribution distribution, Path workDir, Ports ports, Map<String, String> site) {

  void prepare(HBaseProcess process, String mainClass, List<String> jvmArgs) {
    prepare(process, mainClass, Map.of(), List.of(), jvmArgs);
  }

  void prepareRegionServer(HBaseProcess process, RegionServerSetup setup) {
    List<String> jvmArgs = new ArrayList<>();
    jvmArgs.add("-Xmx" + setup.heap());
    jvmArgs.add("-XX:MaxDirectMemorySize=" + setup.directMemory());
    jvmArgs.addAll(setup.jvmArgs());
    prepare(process, "regionserver.HRegionServer", setup.site(), setup.classPath(), jvmArgs);
  }

  private void prepare(
      HBaseProcess process,
      String mainClass,
      Map<String, String> ownSite,
      List<Path> ownJars,
      List<String> jvmArgs) {
    Map<String, String> all = new LinkedHashMap<>(HBaseSite.base(workDir, ports.zooKeeper()));
    all.putAll(ports.site());
    all.putAll(site);
    all.putAll(ownSite);
    Path conf = workDir.resolve("conf").resolve(process.name());
    HBaseSite.write(conf, all);

    List<Path> classPath = new ArrayList<>();
    classPath.add(conf);
    classPath.addAll(ownJars);
    classPath.addAll(distribution.serverClassPath());

    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.jmxOptions(process.jmxPort()));
    command.addAll(jvmArgs);
    command.addAll(List.of("-cp", JavaCommand.classPath(classPath)));
    command.addAll(List.of("org.apache.hadoop.hbase." + mainClass, "start"));
    process.command(command);
  }
}
