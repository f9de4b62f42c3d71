package io.strata.l2.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A child process that runs a main class of the tests. */
public final class Fork implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  /** Starts a class with arguments. */
  public Fork(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  public long pid() {
    return process.pid();
  }

  /** Returns the next line printed by the process, or null if it has ended. */
  public @Nullable String line() throws IOException {
    return lines.readLine();
  }

  /** Ends the process as SIGKILL does; its output can still be read. */
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
