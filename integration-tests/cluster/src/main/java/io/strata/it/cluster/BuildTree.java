package io.strata.it.cluster;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what the build has written, from a test as well as from a main program of this project. */
public final class BuildTree {
  /** The system property that names the project's folder, for programs that run outside of it. */
  public static final String HOME = "strata.home";

  private static final String MARK = "integration-tests/hbase-2.6.4/pom.xml";

  private BuildTree() {}

  /**
   * The project's root folder: the property {@value #HOME}, or else the nearest folder above this
   * class or above the working directory that looks like it.
   */
  public static Path root() {
    String home = System.getProperty(HOME);
    if (home != null) {
      return Path.of(home);
    }
    for (Path start : List.of(codeLocation(), Path.of("").toAbsolutePath())) {
      for (Path folder = start; folder != null; folder = folder.getParent()) {
        if (Files.exists(folder.resolve(MARK))) {
          return folder;
        }
      }
    }
    throw new IllegalStateException(
        "The project's folder was not found above "
            + codeLocation()
            + "; name it with -D"
            + HOME
            + "=<folder>.");
  }

  /** The drop-in jar, which is installed by putting it before HBase's own jars. */
  public static Path dropInJar() {
    Path target = root().resolve("readpath/target");
    @Nullable Path jar = onlyFile(target, "strata-readpath-[0-9.]+(-SNAPSHOT)?\\.jar");
    if (jar == null) {
      throw new IllegalStateException(
          "There is no drop-in jar in " + target + "; run ./mvnw package -pl readpath -am first.");
    }
    return jar;
  }

  /** The release archive, which has that jar in it. */
  public static Path releaseArchive() {
    Path target = root().resolve("tools/distribution/target");
    @Nullable Path archive = onlyFile(target, "strata-[0-9.]+(-SNAPSHOT)?\\.tar\\.gz");
    if (archive == null) {
      throw new IllegalStateException(
          "There is no release archive in " + target + "; run ./strata release first.");
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
