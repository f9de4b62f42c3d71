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
 * The jar of an earlier release. {@code -Dstrata.it.older=<jar>} names a real one. Without it, a
 * copy of this build's stands for it that gives itself another version: that shows how one jar
 * takes the place of another, and what it finds of it on disk, but not that it copes with what
 * other code has written.
 */
final class OlderJar {
  private static final String NAMED = System.getProperty("strata.it.older", "");
  private static final String VERSION = "io/strata/readpath/version.properties";

  private OlderJar() {}

  /** That jar, which is made as the given file if none is named. */
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

  /** Which version a jar says it is; the very first say nothing. */
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
