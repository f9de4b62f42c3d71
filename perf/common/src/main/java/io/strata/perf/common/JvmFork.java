package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A separate JVM for a measurement, with the class path of this JVM. It is killed when this JVM
 * ends. Not thread-safe.
 */
public final class JvmFork {
  /** The first word of an output line that reports a value; figure name and value follow. */
  private static final String FIGURE = "figure";

  private final List<String> command = new ArrayList<>();

  /** Receives the values that a fork prints. */
  @FunctionalInterface
  public interface Sink {
    /** Receives one value of a figure; the name contains no space. */
    void figure(String name, double value);
  }

  /** Creates a fork that is not started yet. */
  public JvmFork(List<String> options, Class<?> main, List<String> arguments) {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
  }

  /**
   * Prints a value for the parent process; called in the fork.
   *
   * @throws IllegalArgumentException if the name contains a space
   */
  public static void print(String name, double value) {
    if (name.indexOf(' ') >= 0) {
      throw new IllegalArgumentException("The name of figure '" + name + "' contains a space.");
    }
    System.out.printf(Locale.ROOT, "%s %s %s%n", FIGURE, name, Double.toString(value));
  }

  /**
   * Runs the fork to completion and returns its exit status.
   *
   * @param log receives every line of its output
   * @param sink receives every value
   */
  public int measure(PrintStream log, Sink sink) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (Guard guard = new Guard(process);
        BufferedReader lines = guard.process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.println(line);
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals(FIGURE)) {
          sink.figure(words[1], Double.parseDouble(words[2]));
        }
      }
      return process.waitFor();
    }
  }

  /**
   * Runs the fork to completion, with the standard output of this JVM and standard error in a file,
   * and returns its exit status.
   */
  public int run(Path errors) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(errors.toFile());
    try (Guard guard = new Guard(builder.start())) {
      return guard.process.waitFor();
    }
  }

  /**
   * Runs a process and returns its exit status.
   *
   * @param limit time after which the process is killed
   * @return empty if the process reached the limit
   */
  public static OptionalInt run(ProcessBuilder builder, Duration limit)
      throws IOException, InterruptedException {
    try (Guard guard = new Guard(builder.start())) {
      return guard.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(guard.process.exitValue())
          : OptionalInt.empty();
    }
  }

  /** Kills a process when this guard is closed or this JVM ends. */
  private static final class Guard implements AutoCloseable {
    final Process process;
    private final Thread killer;

    Guard(Process process) {
      this.process = process;
      killer = new Thread(process::destroyForcibly, "fork-killer");
      Runtime.getRuntime().addShutdownHook(killer);
    }

    @Override
    public void close() {
      process.destroyForcibly();
      try {
        Runtime.getRuntime().removeShutdownHook(killer);
      } catch (IllegalStateException e) {
        // This JVM is shutting down and runs the hook.
      }
    }
  }
}
