package io.strata.it.cluster;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the files of the build, from tests and from the project's main programs. */
public final class BuildTree {
  /** System property for the project's folder, for programs that run outside it. */
  public static final String HOME = "strata.home";

  private static final String MARKER_FILE = "integration-tests/hbase-2.6.4/pom.xml";

  private BuildTree() {}

  /**
   * Returns the project's root folder: the property {@value #HOME}, or else the nearest matching
   * folder above this class or above the working directory.
   */
  public static Path root() {
    String home = System.getProperty(HOME);
    if (home != null) {
      return Path.of(home);
    }
    for (Path start : List.of(codeLocation(), Path.of("").toAbsolutePath())) {
      for (Path folder = start; folder != null; folder = folder.getParent()) {
        if (Files.exists(folder.resolve(MARKER_FILE))) {
          return folder;
        }
      }
    }
    throw new IllegalStateException(
        "The project's folder was not found above "
            + codeLocation()
            + ". Set it with -D"
            + HOME
            + "=<folder>.");
  }

  /** Returns the drop-in jar, which is installed by putting it before HBase's own jars. */
  public static Path dropInJar() {
    Path target = root().resolve("readpath/target");
    @Nullable Path jar = onlyFile(target, "strata-readpath-[0-9.]+(-SNAPSHOT)?\\.jar");
    if (jar == null) {
      throw new IllegalStateException(
          "There is no drop-in jar in " + target + ". Run ./mvnw package -pl readpath -am first.");
    }
    return jar;
  }

  /** Returns the release archive, which contains that jar. */
  public static Path releaseArchive() {
    Path target = root().resolve("tools/distribution/target");
    @Nullable Path archive = onlyFile(target, "strata-[0-9.]+(-SNAPSHOT)?\\.tar\\.gz");
    if (archive == null) {
      throw new IllegalStateException(
          "There is no release archive in " + target + ". Run ./strata release first.");
    }
    return archive;
  }

  private static @Nullable Path onlyFile(Path folder, String pattern) {
    if (!Files.isDirectory(folder)) {
      return null;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .max(Path::compareTo)
          .orElse(null);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot list " + folder + ".", e);
    }
  }

  private static Path codeLocation() {
    CodeSource source = BuildTree.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Path.of("").toAbsolutePath();
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Not a path: " + source.getLocation(), e);
    }
  }
}
