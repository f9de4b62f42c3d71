package io.strata.flash.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a main class of the tests in a process of its own. */
public final class Fork implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private Fork(List<String> command) throws IOException {
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs a class with arguments. */
  public static Fork of(Class<?> main, Object... arguments) throws IOException {
    return with(List.of(), main, arguments);
  }

  /** Runs a class as {@link #of}, with JVM arguments. */
  public static Fork with(List<String> jvm, Class<?> main, Object... arguments) throws IOException {
    return new Fork(java(jvm, main, arguments));
  }

  /** Runs a class as {@link #of}, with a limit on the size of its files, until that is lifted. */
  public static Fork limited(long bytes, Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("bash", "-c", "ulimit -S -f $0 && exec \"$@\""));
    command.add(Long.toString(bytes >> 10));
    command.addAll(java(List.of(), main, arguments));
    return new Fork(command);
  }

  private static List<String> java(List<String> jvm, Class<?> main, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea"));
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    return command;
  }

  public long pid() {
    return process.pid();
  }

  /** Returns the next line that the process prints, or null when it has ended. */
  public @Nullable String line() throws IOException {
    return lines.readLine();
  }

  /** Waits until the process prints this line. */
  public void await(String expected) throws IOException {
    String line = line();
    while (!expected.equals(line)) {
      if (line == null) {
        throw new IllegalStateException("The process ended before it printed: " + expected);
      }
      line = line();
    }
  }

  /** Waits for the process to end and returns its exit status. */
  public int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  /** Kills the process with SIGKILL; its output can still be read. */
  public void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    lines.close();
  }
}
