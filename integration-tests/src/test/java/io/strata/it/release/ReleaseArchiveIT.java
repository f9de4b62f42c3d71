package io.strata.it.release;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.Release;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The release archive is complete, listed, redistributable, and free of private data. */
class ReleaseArchiveIT {
  private static final String SUMS = "SHA512SUMS";

  /**
   * A jar in the archive.
   *
   * @param own the jar's own classes
   * @param packages the packages of the libraries that it bundles
   */
  private record Shipped(String module, String own, Map<String, String> packages) {
    List<Bundled> libraries() throws IOException {
      Path list = release.folder().resolve("sbom").resolve(module + ".cdx.json");
      assertThat(list).as("a list that Maven writes only online: build once without -o").exists();
      return Bundled.readAll(list);
    }

    Path jar() throws IOException {
      try (Stream<Path> jars = Files.list(release.folder().resolve("lib"))) {
        return jars.filter(jar -> jar.getFileName().toString().startsWith(module + "-"))
            .findFirst()
            .orElseThrow();
      }
    }

    List<String> names() throws IOException {
      try (JarFile jar = new JarFile(jar().toFile())) {
        return jar.stream()
            .filter(file -> !file.isDirectory())
            .map(file -> file.getName())
            .toList();
      }
    }

    /**
     * Returns the library of a known package, or else the class's name, which then fails the test.
     */
    String packageOf(String name) {
      String inProject = name.replaceFirst("^io/strata/", "");
      return Stream.concat(packages.values().stream(), Stream.of(own))
          .filter(inProject::startsWith)
          .findFirst()
          .orElse(name);
    }
  }

  private static final Shipped PLUGIN =
      new Shipped(
          "strata-readpath",
          "readpath/",
          Map.ofEntries(
              entry("strata-l1-onheap", "l1/"),
              entry("strata-l2-bucket", "l2/"),
              entry("strata-l3-flash", "flash/"),
              entry("strata-trace-format", "trace/"),
              entry("aircompressor", "shaded/compress/"),
              entry("lz4-java", "shaded/jpountz/"),
              entry("caffeine", "shaded/caffeine/"),
              entry("jctools-core", "shaded/jctools/"),
              entry("HdrHistogram", "shaded/hdrhistogram/"),
              entry("micrometer-core", "shaded/micrometer/core/"),
              entry("micrometer-commons", "shaded/micrometer/common/"),
              entry("micrometer-observation", "shaded/micrometer/observation/"),
              entry("micrometer-registry-prometheus", "shaded/micrometer/prometheusmetrics/"),
              entry("prometheus-metrics-core", "shaded/prometheus/metrics/core/"),
              entry("prometheus-metrics-config", "shaded/prometheus/metrics/config/"),
              entry("prometheus-metrics-model", "shaded/prometheus/metrics/model/"),
              entry("prometheus-metrics-tracer-common", "shaded/prometheus/metrics/tracer/common/"),
              entry(
                  "prometheus-metrics-exposition-textformats",
                  "shaded/prometheus/metrics/expositionformats/")));

  private static final Shipped DOCTOR =
      new Shipped("strata-doctor", "doctor/", Map.of("picocli", "shaded/picocli/"));

  private static final Shipped REPLAY =
      new Shipped(
          "strata-trace-replay",
          "replay/",
          Map.of("picocli", "shaded/picocli/", "strata-perf-common", "perf/common/"));

  private static final List<Shipped> SHIPPED = List.of(PLUGIN, DOCTOR, REPLAY);

  /** Licences that are compatible with the Apache License 2.0. */
  private static final Set<String> LICENCES = Set.of("Apache-2.0", "BSD-2-Clause", "CC0-1.0");

  private static final int SHORTEST_HOST_NAME = 4;

  private static Release release;

  @BeforeAll
  static void unpack() throws Exception {
    release = Release.unpack("release");
  }

  @Test
  void everyFileMatchesItsChecksum() throws Exception {
    Path archive = BuildTree.releaseArchive();
    Release.run(archive.getParent(), "sha512sum", "-c", archive.getFileName() + ".sha512");
    Release.run(release.folder(), "sha512sum", "--strict", "-c", SUMS);
    List<String> summed =
        Files.readAllLines(release.folder().resolve(SUMS)).stream()
            .map(line -> line.substring(line.indexOf("  ") + 2))
            .toList();
    assertThat(release.files())
        .filteredOn(file -> !file.equals(SUMS))
        .containsExactlyInAnyOrderElementsOf(summed);
  }

  @Test
  void archiveHasTheOperatorsFiles() throws IOException {
    assertThat(release.files())
        .contains("LICENSE", "NOTICE", "README.md", "bin/strata")
        .contains("docs/DOCTOR.md", "docs/METRICS.md", "docs/OPERATING.md", "docs/CHANGELOG.md")
        .containsAll(samples())
        .noneMatch(file -> file.endsWith("pom.xml") || file.contains("target/"));
    assertThat(release.jar()).hasSameBinaryContentAs(BuildTree.dropInJar());
  }

  @Test
  void readmeLinksToFilesOfTheArchive() throws IOException {
    List<String> files =
        Pattern.compile("]\\((?![a-z]+:|#)([^)#\\s]+)")
            .matcher(Files.readString(release.folder().resolve("README.md")))
            .results()
            .map(link -> link.group(1))
            .toList();
    assertThat(files)
        .isNotEmpty()
        .allSatisfy(file -> assertThat(release.folder().resolve(file)).exists());
  }

  @Test
  void replayWorksAndOtherCommandsRequireAClone() throws Exception {
    String strata = release.folder().resolve("bin").resolve("strata").toString();
    assertThat(
            Release.run(
                release.folder(),
                strata,
                "replay",
                "--traces=small-hot",
                "--percents=50",
                "--policies=lru"))
        .contains("small-hot");
    assertThat(Release.reject(release.folder(), strata, "replay"))
        .contains("--trace-files")
        .contains("a clone of the repository");
    assertThat(Release.reject(release.folder(), strata, "replay", "--trace-files=none", "--peers"))
        .contains("--peers", "a clone of the repository");
  }

  private static List<String> samples() throws IOException {
    try (Stream<Path> files = Files.list(BuildTree.root().resolve("conf"))) {
      return files
          .map(file -> "conf/" + file.getFileName())
          .filter(file -> file.matches(".*\\.(sh|properties)|.*hbase-site.*\\.xml"))
          .toList();
    }
  }

  @Test
  void listMatchesTheLibrariesInTheJars() throws IOException {
    for (Shipped shipped : SHIPPED) {
      assertThat(shipped.libraries().stream().map(Bundled::name))
          .as(shipped.module())
          .containsExactlyInAnyOrderElementsOf(shipped.packages().keySet());
      Set<String> found = new TreeSet<>();
      for (String name : shipped.names()) {
        if (name.endsWith(".class")) {
          found.add(shipped.packageOf(name));
        }
      }
      Set<String> expected = new TreeSet<>(shipped.packages().values());
      expected.add(shipped.own());
      assertThat(found).as(shipped.module()).isEqualTo(expected);
    }
  }

  @Test
  void everyLibraryHasItsLicence() throws IOException {
    for (Bundled library : libraries()) {
      assertThat(LICENCES).as(library.toString()).containsAll(library.licences());
      String text = "licenses/" + library.name() + "/LICENSE";
      assertThat(release.files())
          .as("the licence of " + library)
          .anyMatch(
              file ->
                  file.startsWith(text)
                      || (file.equals("LICENSE")
                          && library.licences().equals(List.of("Apache-2.0"))));
    }
    assertThat(release.folder().resolve("LICENSE")).content().contains("Apache License");
    assertThat(release.folder().resolve("NOTICE"))
        .content()
        .contains(
            libraries().stream()
                .filter(library -> !library.isOfThisProject())
                .map(library -> library.name().replaceFirst("-.*", ""))
                .map(ReleaseArchiveIT::asWritten)
                .toList());
  }

  private static List<Bundled> libraries() throws IOException {
    List<Bundled> all = new ArrayList<>();
    for (Shipped shipped : SHIPPED) {
      all.addAll(shipped.libraries());
    }
    return all;
  }

  private static String asWritten(String name) {
    return switch (name) {
      case "jctools" -> "JCTools";
      case "aircompressor", "lz4", "picocli" -> name;
      default -> Character.toUpperCase(name.charAt(0)) + name.substring(1);
    };
  }

  @Test
  void archiveHasNoDataOfTheBuildMachine() throws IOException {
    Pattern machine = machine();
    for (String file : release.files()) {
      if (!file.endsWith(".jar")) {
        byte[] bytes = Files.readAllBytes(release.folder().resolve(file));
        assertThat(new String(bytes, ISO_8859_1)).as(file).doesNotContainPattern(machine);
      }
    }
    for (Shipped shipped : SHIPPED) {
      try (JarFile jar = new JarFile(shipped.jar().toFile())) {
        for (String name : shipped.names()) {
          byte[] bytes = jar.getInputStream(jar.getEntry(name)).readAllBytes();
          assertThat(new String(bytes, ISO_8859_1)).as(name).doesNotContainPattern(machine);
        }
      }
    }
  }

  /** Returns a pattern for the build's folder, user and host. */
  private static Pattern machine() throws IOException {
    String host = InetAddress.getLocalHost().getHostName();
    Stream<String> names =
        Stream.of(BuildTree.root().toRealPath().toString(), System.getProperty("user.home") + "/");
    if (host.length() >= SHORTEST_HOST_NAME && !host.startsWith("localhost")) {
      names = Stream.concat(names, Stream.of(host));
    }
    return Pattern.compile(names.map(Pattern::quote).collect(Collectors.joining("|")));
  }
}
