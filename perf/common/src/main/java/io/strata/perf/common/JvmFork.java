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
 * A JVM of its own for a measurement, on this JVM's class path. It ends when this JVM does. Not
 * thread-safe.
 */
public final class JvmFork {
  /** Begins a line with a value; the figure's name and the value follow. */
  private static final String FIGURE = "figure";

  private final List<String> command = new ArrayList<>();

  /** Takes the values that a fork prints. */
  @FunctionalInterface
  public interface Sink {
    /** Takes one value of a figure, whose name has no space. */
    void figure(String name, double value);
  }

  /** Prepares it. */
  public JvmFork(List<String> options, Class<?> main, List<String> arguments) {
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
  }

  /** Prints a value; called in the fork. */
  public static void print(String name, double value) {
    System.out.printf(Locale.ROOT, "%s %s %s%n", FIGURE, name, Double.toString(value));
  }

  /**
   * Runs the fork to its end, and returns its exit status.
   *
   * @param log takes every line that it prints
   * @param sink takes every value
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
   * Runs the fork to its end with this JVM's output and its errors in a file; returns its status.
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
   * Runs any process, and returns its exit status.
   *
   * @param limit after which it is ended
   * @return empty if it had not ended by then
   */
  public static OptionalInt run(ProcessBuilder builder, Duration limit)
      throws IOException, InterruptedException {
    try (Guard guard = new Guard(builder.start())) {
      return guard.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(guard.process.exitValue())
          : OptionalInt.empty();
    }
  }

  /** Ends a process when this is closed, or this JVM ends. */
  private static final class Guard implements AutoCloseable {
    final Process process;
    private final Thread ender;

    Guard(Process process) {
      this.process = process;
      ender = new Thread(process::destroyForcibly, "fork-ender");
      Runtime.getRuntime().addShutdownHook(ender);
    }

    @Override
    public void close() {
      process.destroyForcibly();
      try {
        Runtime.getRuntime().removeShutdownHook(ender);
      } catch (IllegalStateException e) {
        // This JVM is ending, and the hook is at work.
      }
    }
  }
}
