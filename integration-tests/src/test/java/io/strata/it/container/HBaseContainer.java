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
 * A container with HBase, and Strata's jar before it. The containers share a volume for HBase's
 * data, and are reached by their own addresses on the engine's network.
 */
final class HBaseContainer extends GenericContainer<HBaseContainer> {
  private static final String DATA = "/data";
  private static final Path FOLDER =
      BuildTree.root().resolve("integration-tests/target/containers");

  private final Path conf;

  private HBaseContainer(ImageFromDockerfile image, String name, Map<String, String> site) {
    super(image);
    conf = FOLDER.resolve(name);
    writeSite(site);
    // The image is made here; there is nowhere to pull it from.
    withImagePullPolicy(imageName -> false);
    withCopyFileToContainer(MountableFile.forHostPath(conf), "/conf");
  }

  /** This machine's Java, HBase's jars and Strata's. */
  static ImageFromDockerfile image() {
    Path host = FOLDER.resolve("host.tar");
    try {
      Files.createDirectories(FOLDER);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make " + FOLDER + ".", e);
    }
    HostFiles.pack(host);
    ImageFromDockerfile image =
        new ImageFromDockerfile("localhost/strata-it-hbase")
            .withFileFromPath("host.tar", host)
            .withFileFromPath("hbase/strata.jar", BuildTree.dropInJar());
    for (Path file : HBaseDistribution.V2_6_4.serverClassPath()) {
      boolean isJar = Files.isRegularFile(file);
      image.withFileFromPath(isJar ? "hbase/lib/" + file.getFileName() : "hbase/web", file);
    }
    return image.withFileFromString(
        "Dockerfile", "FROM scratch\nADD host.tar /\nWORKDIR /tmp\nCOPY hbase /hbase\n");
  }

  /** ZooKeeper and a master. */
  static HBaseContainer coordinator(ImageFromDockerfile image, String volume) {
    String zooKeeper = java("zookeeper.HQuorumPeer", JavaCommand.lightOptions("128m"));
    String master = java("master.HMaster", JavaCommand.lightOptions("384m"));
    return new HBaseContainer(image, "coordinator", ContainerSite.ofCoordinator(DATA))
        .withCommand("sh", "-c", zooKeeper + " & exec " + master)
        .withVolume(volume, DATA);
  }

  /**
   * A RegionServer alone in its container.
   *
   * @param limit the bytes that the container may take; there is no swap beyond them
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

  /** Mounts a volume in that folder, beside those that are mounted already. */
  HBaseContainer withVolume(String volume, String folder) {
    return withCreateContainerCmdModifier(
        command -> {
          HostConfig config = Objects.requireNonNull(command.getHostConfig());
          List<Bind> binds = new ArrayList<>();
          // Null where there are none.
          Optional.ofNullable(config.getBinds()).ifPresent(some -> Collections.addAll(binds, some));
          binds.add(new Bind(volume, new Volume(folder)));
          config.withBinds(binds);
        });
  }

  private static String java(String mainClass, List<String> jvmArgs) {
    return String.join(
        " ",
        JavaCommand.java(),
        // The site refers to it.
        "-D%s=$(hostname -i)".formatted(ContainerSite.ADDRESS),
        String.join(" ", JavaCommand.hbaseOptions()),
        String.join(" ", jvmArgs),
        "-cp '/conf:/hbase/strata.jar:/hbase/lib/*:/hbase/web'",
        "org.apache.hadoop.hbase." + mainClass,
        "start");
  }

  /** The address on the engine's network, which may be another one after each start. */
  String address() {
    return getCurrentContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .map(network -> Objects.requireNonNull(network.getIpAddress()))
        .findFirst()
        .orElseThrow();
  }

  /** Writes the site anew, also for a process that runs and is told to read it again. */
  void changeSite(Map<String, String> site) {
    writeSite(site);
    copyFileToContainer(
        MountableFile.forHostPath(conf.resolve("hbase-site.xml")), "/conf/hbase-site.xml");
  }

  private void writeSite(Map<String, String> site) {
    ConfFolder.write(conf, "hbase-site.xml", site);
  }

  /** Kills the process at once; the container, with its files and limit, stays. */
  void kill() throws Exception {
    getDockerClient().killContainerCmd(getContainerId()).withSignal("KILL").exec();
    Await.until("the killed process has ended", () -> !isRunning());
  }

  /** Starts the process of a container that has ended. */
  void startAgain() {
    getDockerClient().startContainerCmd(getContainerId()).exec();
  }

  /** When the container was started last. */
  Instant startedAt() {
    return Instant.parse(Objects.requireNonNull(state().getStartedAt()));
  }

  /** How the container is, or how it ended. */
  ContainerState state() {
    return getCurrentContainerInfo().getState();
  }

  /** What a file in the running container says. */
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

  /** Keeps the log beside the configuration and removes the container. */
  @Override
  public void stop() {
    if (getContainerId() != null) {
      try {
        Files.writeString(conf.resolveSibling(conf.getFileName() + ".log"), getLogs());
      } catch (NotFoundException | IOException e) {
        logger().warn("The log was not kept.", e);
      }
    }
    super.stop();
  }
}
