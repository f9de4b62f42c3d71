package io.strata.it.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The class-data-sharing archive of all processes with the same main class and jars. The first
 * process records the classes that it loads and writes the archive when its cluster closes; later
 * ones map it instead of parsing and verifying the classes again. A JVM ignores an archive that
 * does not match its jars.
 */
final class ClassArchive {
  private static final int LIMIT_SECONDS = 60;

  private final Path file;
  private final boolean fits;

  /**
   * Creates an archive in a folder.
   *
   * @param jars the first entries of the class path, in order
   */
  ClassArchive(Path folder, String mainClass, List<Path> jars) {
    String key = JavaCommand.java() + File.pathSeparator + JavaCommand.classPath(jars);
    UUID hash = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    file = folder.resolve(mainClass + "-" + hash + ".jsa");
    long written = file.toFile().lastModified();
    fits = jars.stream().allMatch(jar -> jar.toFile().lastModified() < written);
    Folders.create(folder);
  }

  /** Returns the archive that all clusters share. */
  static ClassArchive shared(String mainClass, List<Path> jars) {
    Path folder = BuildTree.root().resolve("integration-tests/target/class-archives");
    return new ClassArchive(folder, mainClass, jars);
  }

  /** Returns JVM options to use the archive, or to record the classes for {@link #write}. */
  List<String> options() {
    return fits ? List.of("-XX:SharedArchiveFile=" + file) : List.of("-XX:+RecordDynamicDumpInfo");
  }

  /** Returns JVM options to use the archive, or to write it when the program exits. */
  List<String> optionsUntilExit() {
    return List.of((fits ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + file);
  }

  /**
   * Makes a process that records its classes write the archive. If it takes longer than a minute, a
   * later process writes it.
   */
  void write(long pid) {
    if (fits) {
      return;
    }
    Path partial = file.resolveSibling(pid + ".jsa");
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process dump =
          new ProcessBuilder(jcmd, Long.toString(pid), "VM.cds", "dynamic_dump", partial.toString())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      if (dump.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && Files.exists(partial)) {
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
      }
      dump.destroyForcibly();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the class archive " + file + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + file + " is written.", e);
    }
  }
}
