package io.strata.doctor.check;

import io.strata.doctor.env.Word;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Checks that HBase loads Strata: the property in the configuration, and the jar. */
final class InstallationCheck {
  private static final String SERVER_KEY = "hbase.regionserver.impl";
  private static final String SERVER = "io.strata.readpath.StrataRegionServer";
  private static final String COPROCESSOR_KEY = "hbase.coprocessor.regionserver.classes";
  private static final String COPROCESSOR = "io.strata.readpath.StrataCoprocessor";
  private static final String JAR = "strata-readpath";

  private final Configuration conf;
  private final List<Word> classPath;
  private final Optional<Path> home;

  /**
   * Creates the check.
   *
   * @param home HBase's folder; empty if unknown
   */
  InstallationCheck(Configuration conf, List<Word> classPath, Optional<Path> home) {
    this.conf = conf;
    this.classPath = classPath;
    this.home = home;
  }

  List<Finding> property() {
    String server = conf.getTrimmed(SERVER_KEY, "");
    boolean hasCoprocessor =
        Arrays.asList(conf.getTrimmedStrings(COPROCESSOR_KEY)).contains(COPROCESSOR);
    if (server.equals(SERVER) || hasCoprocessor) {
      return List.of();
    }
    return List.of(
        Finding.error(
            server.isEmpty()
                ? "%s: not set, so Strata is not installed and HBase uses its own cache. Set it to %s."
                    .formatted(SERVER_KEY, SERVER)
                : "%s=%s: Strata is not installed, and HBase uses its own cache. Set it to %s, or add %s to %s."
                    .formatted(SERVER_KEY, server, SERVER, COPROCESSOR, COPROCESSOR_KEY)));
  }

  List<Finding> jar() {
    List<Finding> found = new ArrayList<>();
    for (Word entry : classPath) {
      Path path = Path.of(entry.text());
      if (path.getFileName() != null
          && path.getFileName().toString().startsWith(JAR)
          && !entry.text().endsWith("*")
          && !Files.exists(path)) {
        found.add(
            Finding.error(
                "%s=%s: no such file, so the server cannot load Strata's classes. Correct the path, or copy the jar to HBase's lib folder."
                    .formatted(entry.source(), entry.text())));
      }
    }
    if (found.isEmpty() && home.isPresent() && !isFound(home.get())) {
      found.add(
          Finding.error(
              "%s, so the server cannot load Strata's classes. Copy strata-readpath-<version>.jar to that folder."
                  .formatted(missingJar(home.get().resolve("lib")))));
    }
    return found;
  }

  private String missingJar(Path lib) {
    return classPath.isEmpty()
        ? "HBASE_CLASSPATH: not set, and %s has no Strata jar".formatted(lib)
        : "HBASE_CLASSPATH=%s: neither it nor %s has a Strata jar"
            .formatted(String.join(":", classPath.stream().map(Word::text).toList()), lib);
  }

  private boolean isFound(Path hbase) {
    return holdsJar(hbase.resolve("lib"))
        || classPath.stream().map(Word::text).anyMatch(InstallationCheck::leadsToJar);
  }

  private static boolean leadsToJar(String entry) {
    if (entry.endsWith("/*")) {
      return holdsJar(Path.of(entry.substring(0, entry.length() - 2)));
    }
    return isJar(Path.of(entry)) && Files.exists(Path.of(entry));
  }

  private static boolean holdsJar(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(InstallationCheck::isJar);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static boolean isJar(Path file) {
    Path name = file.getFileName();
    return name != null && name.toString().startsWith(JAR) && name.toString().endsWith(".jar");
  }
}
