package io.strata.it.correctness;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The jar of an earlier release, set by {@code -Dstrata.it.older=<jar>}. By default a substitute: a
 * copy of this build's jar with another version. It shows the replacement of one jar by another and
 * the recovery of its files on disk, but not compatibility with files that other code wrote.
 */
final class OlderJar {
  private static final String NAMED = System.getProperty("strata.it.older", "");
  private static final String VERSION = "io/strata/readpath/version.properties";

  private OlderJar() {}

  /** Returns the jar; creates the substitute as the given file if none is set. */
  static Path of(Path thisJar, Path copy) throws IOException {
    if (!NAMED.isEmpty()) {
      return Path.of(NAMED);
    }
    Files.copy(thisJar, copy);
    try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
      Files.writeString(jar.getPath(VERSION), "version=0.0.1-older\n");
    }
    return copy;
  }

  /** Returns the version of a jar; the first releases have none. */
  static Optional<String> version(Path jarFile) throws IOException {
    URI uri = URI.create("jar:" + jarFile.toUri());
    try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
      Path version = jar.getPath(VERSION);
      return Files.exists(version)
          ? Optional.of(Files.readString(version).strip().substring("version=".length()))
          : Optional.empty();
    }
  }
}
