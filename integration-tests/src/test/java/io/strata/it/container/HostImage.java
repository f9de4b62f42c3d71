package io.strata.it.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
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
import org.testcontainers.DockerClientFactory;

/**
 * An image made of this machine's JDK, a shell, and the libraries that both need, at the same paths
 * as here.
 */
final class HostImage {
  static final String NAME = "localhost/strata-it-host";

  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final List<String> TOOLS = List.of("sh", "cat", "hostname");

  /** Opened by name while a program runs, so that {@code ldd} does not know them. */
  private static final List<String> OPENED_AT_RUN_TIME =
      List.of(
          "libdl.so.2",
          "libpthread.so.0",
          "librt.so.1",
          "libresolv.so.2",
          "libnss_files.so.2",
          "libnss_dns.so.2");

  /** Who root is, and that names are looked up in files. */
  private static final List<Path> SYSTEM_FILES =
      List.of(Path.of("/etc/passwd"), Path.of("/etc/group"), Path.of("/etc/nsswitch.conf"));

  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

  private HostImage() {}

  /** Imports the image into the engine. */
  static void make() {
    Set<Path> programs = new TreeSet<>(librariesOfTheJdk());
    programs.add(JDK.resolve("bin/java"));
    TOOLS.forEach(tool -> programs.add(find(tool)));
    Set<Path> libraries = closure(programs);

    Set<Path> all = new TreeSet<>(programs);
    all.addAll(libraries);
    all.add(JDK.resolve("lib"));
    all.add(JDK.resolve("conf"));
    Stream.concat(openedAtRunTime(libraries), SYSTEM_FILES.stream())
        .filter(Files::exists)
        .forEach(all::add);
    importFiles(all);
  }

  private static List<Path> librariesOfTheJdk() {
    try (Stream<Path> files = Files.walk(JDK.resolve("lib"))) {
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

  /** All libraries that the programs are linked with, and the loader. */
  private static Set<Path> closure(Set<Path> programs) {
    Set<Path> libraries = new TreeSet<>();
    Matcher matcher = LIBRARY.matcher(new String(run("ldd", programs), StandardCharsets.UTF_8));
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

  private static byte[] run(String program, Set<Path> files) {
    try {
      Process process = start(List.of(program), files);
      byte[] output = process.getInputStream().readAllBytes();
      requireSuccess(program, process);
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot run " + program + ".", e);
    }
  }

  /** Links become what they point to, for that may lie elsewhere. */
  private static void importFiles(Set<Path> files) {
    List<String> tar =
        List.of("tar", "-c", "-h", "-P", "--exclude=*/src.zip", "--exclude=*/classlist");
    try {
      Process process = start(tar, files);
      try (InputStream archive = process.getInputStream()) {
        DockerClientFactory.instance().client().createImageCmd(NAME, archive).exec();
      }
      requireSuccess("tar", process);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot pack the files of the image.", e);
    }
  }

  private static Process start(List<String> command, Set<Path> files) throws IOException {
    List<String> all = new ArrayList<>(command);
    files.forEach(file -> all.add(file.toString()));
    return new ProcessBuilder(all).redirectError(Redirect.INHERIT).start();
  }

  private static void requireSuccess(String program, Process process) {
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(program + " ended with " + process.exitValue() + ".");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + program + ".", e);
    }
  }
}
