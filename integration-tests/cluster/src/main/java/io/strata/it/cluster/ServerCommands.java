package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the configuration folders and sets the command lines of processes.
 *
 * @param moreJars jars after HBase's own
 * @param site lines of {@code hbase-site.xml} of all HBase processes
 * @param sharesClasses whether processes use a {@link ClassArchive}
 * @param jdk folder of their JDK; null for this JVM's
 */
record ServerCommands(
    HBaseDistribution distribution,
    List<Path> moreJars,
    Path workDir,
    Map<String, String> site,
    boolean sharesClasses,
    @Nullable Path jdk) {

  /** Prepares an HBase process without its own lines of {@code hbase-site.xml}. */
  void prepareHBase(HBaseProcess process, String mainClass, List<String> jvmArgs) {
    prepareHBase(process, mainClass, Map.of(), List.of(), jvmArgs);
  }

  void prepareRegionServer(HBaseProcess process, RegionServerSetup setup) {
    prepareServer(process, "regionserver.HRegionServer", setup);
  }

  /** Prepares a process that is, or contains, a RegionServer. */
  void prepareServer(HBaseProcess process, String mainClass, RegionServerSetup setup) {
    List<String> jvmArgs = new ArrayList<>();
    jvmArgs.add("-Xmx" + setup.heap());
    jvmArgs.add("-XX:MaxDirectMemorySize=" + setup.directMemory());
    jvmArgs.addAll(setup.jvmArgs());
    prepareHBase(process, mainClass, setup.site(), setup.classPath(), jvmArgs);
  }

  private void prepareHBase(
      HBaseProcess process,
      String mainClass,
      Map<String, String> ownSite,
      List<Path> ownJars,
      List<String> jvmArgs) {
    Map<String, String> all = new LinkedHashMap<>(site);
    all.putAll(ownSite);
    Path conf = workDir.resolve("conf").resolve(process.name());
    ConfFolder.write(conf, "hbase-site.xml", all);
    String main = "org.apache.hadoop.hbase." + mainClass;
    prepare(process, conf, ownJars, jvmArgs, main, List.of("start"));
  }

  /** Prepares a process with HBase's jars and its own configuration folder. */
  void prepare(
      HBaseProcess process,
      Path conf,
      List<Path> ownJars,
      List<String> jvmArgs,
      String mainClass,
      List<String> arguments) {
    List<Path> jars = new ArrayList<>(ownJars);
    jars.addAll(distribution.serverClassPath());
    jars.addAll(moreJars);
    ClassArchive classes =
        sharesClasses && jdk == null ? ClassArchive.shared(mainClass, jars) : null;

    List<String> command = new ArrayList<>();
    command.add(jdk == null ? JavaCommand.java() : JavaCommand.java(jdk));
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.jmxOptions(process.jmxPort()));
    command.addAll(jvmArgs);
    if (classes != null) {
      command.addAll(classes.options());
    }
    // The folder comes last: an archive needs the same beginning of the class path.
    jars.add(conf);
    command.addAll(List.of("-cp", JavaCommand.classPath(jars)));
    command.add(mainClass);
    command.addAll(arguments);
    process.command(classes, command);
  }
}
