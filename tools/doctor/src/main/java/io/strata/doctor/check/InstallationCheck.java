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

/** Whether HBase comes to Strata at all: by a line of the configuration, and by the jar. */
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
   * Of what is looked at.
   *
   * @param home where HBase is; empty where that is not known
   */
  InstallationCheck(Configuration conf, List<Word> classPath, Optional<Path> home) {
    this.conf = conf;
    this.classPath = classPath;
    this.home = home;
  }

  List<Finding> line() {
    String server = conf.getTrimmed(SERVER_KEY, "");
    boolean hasCoprocessor =
        Arrays.asList(conf.getTrimmedStrings(COPROCESSOR_KEY)).contains(COPROCESSOR);
    if (server.equals(SERVER) || hasCoprocessor) {
      return List.of();
    }
    return List.of(
        Finding.error(
            server.isEmpty()
                ? "%s is not set, so that Strata is not installed and HBase's own cache serves: set it to %s."
                    .formatted(SERVER_KEY, SERVER)
                : "%s is \"%s\", so that Strata is not installed and HBase's own cache serves: set it to %s, or put %s into %s."
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
                "%s is \"%s\", where there is no such file, so that the server does not find Strata's classes: correct the path, or put the jar into HBase's lib folder."
                    .formatted(entry.source(), entry.text())));
      }
    }
    if (found.isEmpty() && home.isPresent() && !isFound(home.get())) {
      found.add(
          Finding.error(
              "HBASE_CLASSPATH is %s, and neither it nor %s has the jar, so that the server does not find Strata's classes: put strata-readpath-<version>.jar into that folder."
                  .formatted(shownClassPath(), home.get().resolve("lib"))));
    }
    return found;
  }

  private String shownClassPath() {
    return classPath.isEmpty()
        ? "not set"
        : '"' + String.join(":", classPath.stream().map(Word::text).toList()) + '"';
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
