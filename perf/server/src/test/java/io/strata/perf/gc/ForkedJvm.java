package io.strata.perf.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs {@link AllocatingJvm} in a process of its own. */
final class ForkedJvm {
  private ForkedJvm() {}

  /** Starts it. The caller reads its output and ends it. */
  static Process start(List<String> options, String... args)
      throws IOException, URISyntaxException {
    Path classes =
        Path.of(AllocatingJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classes.toString(), AllocatingJvm.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Runs it to its end and returns the figures that it printed. */
  static Map<String, Long> run(List<String> options, int megabytes) throws Exception {
    Process process = start(options, Integer.toString(megabytes));
    Map<String, Long> figures = new TreeMap<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          figures.put(line.substring(0, equals), Long.parseLong(line.substring(equals + 1)));
        }
      }
    } finally {
      assertThat(process.waitFor()).isZero();
    }
    return figures;
  }
}
