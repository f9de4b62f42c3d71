package io.strata.it.container;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.ConfFolder;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.MountableFile;

/**
 * A container with HBase and Strata's jar. The containers share a volume for HBase's data and have
 * their own addresses on the engine's network.
 */
final class HBaseContainer extends GenericContainer<HBaseContainer> {
  private static final String DATA = "/data";

  /** Of this process: test classes run in several processes at once. */
  private static final Path FOLDER =
      BuildTree.root()
          .resolve("integration-tests/target/containers")
          .resolve(Long.toString(ProcessHandle.current().pid()));

  private static final int REPORTED_LINES = 2_000;

  /** Printed by a JVM after the stacks of its threads. */
  private static final String END_OF_THREADS = "JNI global refs";

  private final Path conf;

  private HBaseContainer(ImageFromDockerfile image, String name, Map<String, String> site) {
    super(image);
    conf = FOLDER.resolve(name);
    writeSite(site);
    // The image is built locally; there is no registry.
    withImagePullPolicy(imageName -> false);
    withCopyFileToContainer(MountableFile.forHostPath(conf), "/conf");
  }

  /** Returns an image with this machine's Java, HBase's jars and Strata's. */
  static ImageFromDockerfile image() {
    Path host = FOLDER.resolve("host.tar");
    try {
      Files.createDirectories(FOLDER);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create " + FOLDER + ".", e);
    }
    HostFiles.pack(host);
    host.toFile().deleteOnExit();
    ImageFromDockerfile image =
        new ImageFromDockerfile() // With a name of its own.
            .withFileFromPath("host.tar", host)
            .withFileFromPath("hbase/strata.jar", BuildTree.dropInJar());
    for (Path file : HBaseDistribution.V2_6_4.serverClassPath()) {
      boolean isJar = Files.isRegularFile(file);
      image.withFileFromPath(isJar ? "hbase/lib/" + file.getFileName() : "hbase/web", file);
    }
    return image.withFileFromString(
        "Dockerfile", "FROM scratch\nADD host.tar /\nWORKDIR /tmp\nCOPY hbase /hbase\n");
  }

  /** Returns a container with ZooKeeper and a master. */
  static HBaseContainer coordinator(ImageFromDockerfile image, String volume) {
    String zooKeeper = java("zookeeper.HQuorumPeer", JavaCommand.lightOptions("128m"));
    String master = java("master.HMaster", JavaCommand.lightOptions("384m"));
    return new HBaseContainer(image, "coordinator", ContainerSite.ofCoordinator(DATA))
        .withCommand("sh", "-c", zooKeeper + " & exec " + master)
        .withVolume(volume, DATA);
  }

  /**
   * Returns a container with only a RegionServer.
   *
   * @param limit hard memory limit in bytes, without swap
   */
  static HBaseContainer regionServer(
      ImageFromDockerfile image,
      String volume,
      Map<String, String> site,
      List<String> jvmArgs,
      long limit) {
    return new HBaseContainer(image, "regionserver", site)
        .withCommand("sh", "-c", "exec " + java("regionserver.HRegionServer", jvmArgs))
        .withVolume(volume, DATA)
        .withCreateContainerCmdModifier(
            command ->
                Objects.requireNonNull(command.getHostConfig())
                    .withMemory(limit)
                    .withMemorySwap(limit));
  }

  /** Mounts another volume in that folder. */
  HBaseContainer withVolume(String volume, String folder) {
    return withCreateContainerCmdModifier(
        command -> {
          HostConfig config = Objects.requireNonNull(command.getHostConfig());
          List<Bind> binds = new ArrayList<>();
          // Null if there are none.
          Optional.ofNullable(config.getBinds()).ifPresent(some -> Collections.addAll(binds, some));
          binds.add(new Bind(volume, new Volume(folder)));
          config.withBinds(binds);
        });
  }

  private static String java(String mainClass, List<String> jvmArgs) {
    return String.join(
        " ",
        JavaCommand.java(),
        // Used in hbase-site.xml.
        "-D%s=$(hostname -i)".formatted(ContainerSite.ADDRESS),
        String.join(" ", JavaCommand.hbaseOptions()),
        String.join(" ", jvmArgs),
        "-cp '/conf:/hbase/strata.jar:/hbase/lib/*:/hbase/web'",
        "org.apache.hadoop.hbase." + mainClass,
        "start");
  }

  /** Returns the address on the engine's network, which may change with each start. */
  String address() {
    return getCurrentContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .map(network -> Objects.requireNonNull(network.getIpAddress()))
        .findFirst()
        .orElseThrow();
  }

  /** Rewrites the site, also for a running process that is to reload it. */
  void changeSite(Map<String, String> site) {
    writeSite(site);
    copyFileToContainer(
        MountableFile.forHostPath(conf.resolve("hbase-site.xml")), "/conf/hbase-site.xml");
  }

  private void writeSite(Map<String, String> site) {
    ConfFolder.write(conf, "hbase-site.xml", site);
  }

  /** Kills the process. The container stays, with its files and limit. */
  void kill() throws Exception {
    getDockerClient().killContainerCmd(getContainerId()).withSignal("KILL").exec();
    Await.until("the killed process has ended", () -> !isRunning());
  }

  /** Restarts the process of a stopped container. */
  void startAgain() {
    getDockerClient().startContainerCmd(getContainerId()).exec();
  }

  /** Returns the time of the container's last start. */
  Instant startedAt() {
    return Instant.parse(Objects.requireNonNull(state().getStartedAt()));
  }

  /** Returns the state of the container. */
  ContainerState state() {
    return getCurrentContainerInfo().getState();
  }

  /** Returns the state, and the threads of HBase or the end of the log. */
  String report() throws Exception {
    ContainerState state = state();
    if (Boolean.TRUE.equals(state.getRunning())) {
      getDockerClient().killContainerCmd(getContainerId()).withSignal("QUIT").exec();
      // The JVM prints its threads to its output.
      Await.until("the threads are printed", () -> getLogs().contains(END_OF_THREADS));
    }
    List<String> log = getLogs().lines().toList();
    return "%s: %s, exit code %s, killed by the kernel for memory: %s%n%s"
        .formatted(
            conf.getFileName(),
            state.getStatus(),
            state.getExitCodeLong(),
            state.getOOMKilled(),
            String.join("\n", log.subList(Math.max(0, log.size() - REPORTED_LINES), log.size())));
  }

  /** Returns the contents of a file in the running container. */
  String read(String file) {
    try {
      ExecResult result = execInContainer("cat", file);
      return result.getExitCode() == 0 ? result.getStdout() : "";
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file + " in the container.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while reading " + file + ".", e);
    }
  }

  /** Saves the log beside the configuration and removes the container. */
  @Override
  public void stop() {
    if (getContainerId() != null) {
      try {
        Files.writeString(conf.resolveSibling(conf.getFileName() + ".log"), getLogs());
      } catch (NotFoundException | IOException e) {
        logger().warn("Failed to save the log.", e);
      }
    }
    super.stop();
  }
}
