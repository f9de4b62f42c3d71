package io.strata.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a JDK newer than the build's, as {@code .ci/newer-java} does. */
public final class NewerJdk {
  /** The reason for skipping a test that needs one. */
  public static final String NONE = "no JDK 25 in JAVA25_HOME or /usr/lib/jvm";

  private static final Path INSTALLED = Path.of("/usr/lib/jvm");

  private NewerJdk() {}

  /** Returns the folder of a JDK 25: {@code JAVA25_HOME}, or else an installed one. */
  public static Optional<Path> java25() throws IOException {
    String named = System.getenv("JAVA25_HOME");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (Stream<Path> jdks = Files.list(INSTALLED)) {
      return jdks.filter(NewerJdk::is25).findFirst();
    }
  }

  private static boolean is25(Path jdk) {
    try {
      return Files.readString(jdk.resolve("release")).matches("(?s).*JAVA_VERSION=\"25[\".].*");
    } catch (IOException e) {
      return false;
    }
  }
}
