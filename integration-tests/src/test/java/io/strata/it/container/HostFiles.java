package io.strata.it.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a container needs from this machine, at the same paths: the JDK, a shell, and the
 * libraries of both.
 */
final class HostFiles {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Path JDK_LIBRARIES = JDK.resolve("lib");

  /** Programs, some of which Hadoop runs. */
  private static final List<String> TOOLS =
      List.of("sh", "bash", "cat", "chmod", "hostname", "id", "ls", "readlink", "stat");

  /** Libraries that programs open by name at run time, which {@code ldd} does not list. */
  private static final List<String> OPENED_AT_RUN_TIME =
      List.of(
          "libdl.so.2",
          "libpthread.so.0",
          "librt.so.1",
          "libresolv.so.2",
          "libnss_files.so.2",
          "libnss_dns.so.2");

  /** Files that define root, and the look-up of names in files. */
  private static final List<Path> SYSTEM_FILES =
      List.of(Path.of("/etc/passwd"), Path.of("/etc/group"), Path.of("/etc/nsswitch.conf"));

  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

  private HostFiles() {}

  /** Writes the files to a tar archive. */
  static void pack(Path archive) {
    Set<Path> programs = new TreeSet<>(librariesOfTheJdk());
    programs.add(JDK.resolve("bin/java"));
    TOOLS.forEach(tool -> programs.add(find(tool)));
    Set<Path> libraries = closure(programs);

    Set<Path> all = new TreeSet<>(programs);
    all.addAll(libraries);
    all.removeIf(file -> file.startsWith(JDK_LIBRARIES));
    all.add(JDK_LIBRARIES);
    all.add(JDK.resolve("conf"));
    Stream.concat(openedAtRunTime(libraries), SYSTEM_FILES.stream())
        .filter(Files::exists)
        .forEach(all::add);
    // Links are replaced by their targets, which may be elsewhere.
    run(
        List.of(
            "tar",
            "-c",
            "-h",
            "--hard-dereference",
            "-P",
            "--exclude=*/src.zip",
            "-f",
            "" + archive),
        all);
  }

  private static List<Path> librariesOfTheJdk() {
    try (Stream<Path> files = Files.walk(JDK_LIBRARIES)) {
      return files.filter(file -> file.toString().endsWith(".so")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + JDK + ".", e);
    }
  }

  private static Path find(String tool) {
    return Stream.of("/bin", "/usr/bin")
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("This machine has no " + tool + "."));
  }

  /** Returns all libraries of the programs, and the loader. */
  private static Set<Path> closure(Set<Path> programs) {
    Set<Path> libraries = new TreeSet<>();
    Matcher matcher = LIBRARY.matcher(run(List.of("ldd"), programs));
    while (matcher.find()) {
      libraries.add(Path.of(matcher.group(1)));
    }
    return libraries;
  }

  private static Stream<Path> openedAtRunTime(Set<Path> libraries) {
    Path libc =
        libraries.stream().filter(file -> file.endsWith("libc.so.6")).findFirst().orElseThrow();
    return OPENED_AT_RUN_TIME.stream().map(libc::resolveSibling);
  }

  /** Runs a program on files, which must succeed, and returns its output. */
  private static String run(List<String> command, Set<Path> files) {
    List<String> all = new ArrayList<>(command);
    files.forEach(file -> all.add(file.toString()));
    try {
      Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command.get(0) + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot run " + command.get(0) + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + command.get(0) + ".", e);
    }
  }
}
