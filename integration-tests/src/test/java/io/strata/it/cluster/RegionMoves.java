package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves all regions off a RegionServer and back with the program that {@code graceful_stop.sh}
 * uses, in a JVM of its own.
 */
public final class RegionMoves {
  private static final String PROGRAM = "org.apache.hadoop.hbase.util.RegionMover";

  private final HBaseCluster cluster;
  private final HBaseDistribution distribution;
  private final Path folder;

  /**
   * @param folder for the lists of regions and the program's output
   */
  public RegionMoves(HBaseCluster cluster, HBaseDistribution distribution, Path folder) {
    this.cluster = cluster;
    this.distribution = distribution;
    this.folder = folder;
  }

  /** Moves all regions off a server and saves the list of them. */
  public void unload(int server) throws IOException, InterruptedException {
    run("unload", server);
  }

  /** Moves the regions of the last list back. */
  public void load(int server) throws IOException, InterruptedException {
    run("load", server);
  }

  private void run(String operation, int server) throws IOException, InterruptedException {
    List<Path> classPath = new ArrayList<>(distribution.serverClassPath());
    ClassArchive classes = ClassArchive.shared(PROGRAM, classPath);
    classPath.add(cluster.clientConfDir());
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.lightOptions("256m"));
    command.addAll(classes.optionsUntilExit());
    command.addAll(List.of("-cp", JavaCommand.classPath(classPath)));
    command.add(PROGRAM);
    command.addAll(List.of("-o", operation));
    command.addAll(List.of("-r", "localhost:" + cluster.regionServerPort(server)));
    command.addAll(List.of("-f", folder.resolve("regions-of-" + server).toString()));
    Path log = folder.resolve("logs").resolve("region-mover.log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    try {
      assertThat(process.waitFor())
          .as(() -> operation + " server " + server + ":\n" + text(log))
          .isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "(" + log + " cannot be read: " + e.getMessage() + ")";
    }
  }
}
