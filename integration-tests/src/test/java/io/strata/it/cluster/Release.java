package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The unpacked release archive.
 *
 * @param folder of the unpacked files
 */
public record Release(Path folder) {
  /** Unpacks this build's archive into a new folder of that name. */
  public static Release unpack(String name) throws IOException, InterruptedException {
    Path target = TestClusters.folder(name);
    Folders.delete(target);
    Files.createDirectories(target);
    run(target, "tar", "-xzf", BuildTree.releaseArchive().toString());
    try (Stream<Path> unpacked = Files.list(target)) {
      List<Path> folders = unpacked.toList();
      assertThat(folders).as("folders in the archive").hasSize(1);
      return new Release(folders.get(0));
    }
  }

  /** Returns the jar for RegionServers. */
  public Path jar() throws IOException {
    try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("strata-readpath-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Returns the names of all files, relative to the folder. */
  public List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  /** Runs the release's command with the jars of an HBase, which must succeed. */
  public void strata(HBaseDistribution hbase, String... arguments)
      throws IOException, InterruptedException {
    Path home = folder.resolveSibling("hbase");
    Path bin = Files.createDirectories(home.resolve("bin"));
    String jars = JavaCommand.classPath(hbase.serverClassPath());
    Path program =
        Files.writeString(bin.resolve("hbase"), "#!/bin/sh\necho '%s'\n".formatted(jars));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command =
        new ArrayList<>(List.of("env", "HBASE_HOME=" + home, folder + "/bin/strata"));
    command.addAll(List.of(arguments));
    run(home, command.toArray(String[]::new));
  }

  /** Runs a program in a folder, which must succeed, and returns its output. */
  public static String run(Path in, String... command) throws IOException, InterruptedException {
    return run(0, in, command);
  }

  /** Runs a program in a folder, which must reject its arguments, and returns its output. */
  public static String reject(Path in, String... command) throws IOException, InterruptedException {
    return run(2, in, command);
  }

  private static String run(int status, Path in, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor())
        .as(() -> String.join(" ", command) + ":\n" + printed)
        .isEqualTo(status);
    return printed;
  }
}
