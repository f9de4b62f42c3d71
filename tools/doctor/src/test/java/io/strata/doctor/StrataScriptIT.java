package io.strata.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the script of a release with the built jar and the classes of HBase. */
class StrataScriptIT {
  @TempDir private Path folder;

  @BeforeEach
  void aRelease() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("release").resolve("bin"));
    Path lib = Files.createDirectories(folder.resolve("release").resolve("lib"));
    Files.copy(Path.of("..", "..", "strata"), bin.resolve("strata"));
    Files.copy(jar(Path.of("target"), "strata-doctor-"), lib.resolve("strata-doctor.jar"));
    Path hbase = Files.createDirectories(folder.resolve("hbase").resolve("bin"));
    String others =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(entry -> !entry.contains("picocli") && !entry.contains("doctor"))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(":"));
    Files.writeString(
        hbase.resolve("hbase"),
        "#!/bin/sh\n[ \"$*\" = '--internal-classpath classpath' ] && echo '%s'\n"
            .formatted(others));
    Files.setPosixFilePermissions(
        hbase.resolve("hbase"), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void bothCommandsRunFromARelease() throws Exception {
    Path conf = folder.resolve("conf");

    assertThat(strata("size", "--memory=16g", "-o", conf.toString())).startsWith("0\nWritten: ");
    String said = strata("doctor", "--memory=16g", "--other-machine", "--conf", conf.toString());

    assertThat(said)
        .startsWith("0\nhbase-site.xml  " + conf)
        .endsWith("No errors, warnings or notes.\n");
  }

  @Test
  void bashCompletesTheCommandsThatAReleaseHas() throws Exception {
    Path completion = folder.resolve("completion");
    Files.writeString(completion, strata("completion").replaceFirst("^0\n", ""));
    Path ask = folder.resolve("ask");
    Files.writeString(
        ask,
        "source %s\nCOMP_WORDS=(strata '')\nCOMP_CWORD=1\n_complete_strata\necho ${COMPREPLY[*]}\n"
            .formatted(completion));

    assertThat(run(ask)).startsWith("0\n").contains("doctor", "size").doesNotContain("compare");
  }

  @Test
  void runsByALinkAndExitsWithTheStatusOfTheFindings() throws Exception {
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, folder.resolve("release").resolve("bin").resolve("strata"));
    String mistake = Path.of(Run.mistake("not-installed")).toAbsolutePath().toString();

    assertThat(run(link, "doctor", "--conf", mistake, "--memory=16g", "--other-machine"))
        .startsWith("1\n")
        .contains("hbase.regionserver.impl: not set");
    assertThat(run(link, "doctor", "--conf", "/no/such/folder")).startsWith("2\n");
  }

  @Test
  void missingHBaseIsReportedWithTheVariableThatSetsIt() throws Exception {
    Files.delete(folder.resolve("hbase").resolve("bin").resolve("hbase"));

    assertThat(strata("doctor"))
        .startsWith("2\nHBASE_HOME=")
        .contains("Set it to the folder of HBase");
  }

  @Test
  void picocliIsRelocatedInTheJar() throws Exception {
    Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jar").toString(),
                "tf",
                jar(Path.of("target"), "strata-doctor-").toString())
            .start();
    List<String> entries = new String(list.getInputStream().readAllBytes(), UTF_8).lines().toList();

    assertThat(entries)
        .contains("io/strata/shaded/picocli/CommandLine.class", "META-INF/NOTICE")
        .noneMatch(entry -> entry.startsWith("picocli/"))
        .noneMatch(entry -> entry.startsWith("io/strata/readpath/"));
  }

  private String strata(String... args) throws IOException, InterruptedException {
    return run(folder.resolve("release").resolve("bin").resolve("strata"), args);
  }

  /** Returns the exit status, a line break, and the output. */
  private String run(Path script, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HBASE_HOME", folder.resolve("hbase").toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("HBASE_CONF_DIR");
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() + "\n" + text;
  }

  private static Path jar(Path target, String name) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name))
          .filter(file -> file.toString().endsWith(".jar"))
          .findFirst()
          .orElseThrow();
    }
  }
}
