package io.strata.doctor.env;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.doctor.text.DoctorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates {@code hbase-env.sh} in {@code bash}, as HBase's start script does. The script gets
 * only those variables of this process that locate programs, Java and HBase.
 */
public final class EnvironmentFile {
  private static final long MAX_SECONDS = 60;

  /** Discards the file's own output, gives it no input, and prints each value with a NUL. */
  private static final String SCRIPT =
      "exec 3>&1 >/dev/null 2>&1 </dev/null; . \"$1\"; shift;"
          + " for name; do printf '%s\\0' \"${!name-}\" >&3; done";

  private static final List<String> PASSED = List.of("PATH", "HOME", "USER", "JAVA_HOME");

  private static final Pattern LINE = Pattern.compile("\\bline \\d+");

  private final Path file;
  private final Map<String, String> environment;

  /**
   * Creates an evaluation of a file, which is not read yet.
   *
   * @param process the environment of this process; the file gets {@code PATH}, {@code HOME},
   *     {@code USER} and {@code JAVA_HOME} of it
   * @param hbase {@code HBASE_HOME} and {@code HBASE_CONF_DIR}, if known
   */
  public EnvironmentFile(Path file, Map<String, String> process, Map<String, String> hbase) {
    this.file = file.toAbsolutePath();
    this.environment = new HashMap<>(hbase);
    PASSED.forEach(
        name -> {
          if (process.containsKey(name)) {
            environment.put(name, process.get(name));
          }
        });
  }

  /**
   * Runs the file.
   *
   * @throws DoctorException if it cannot be read or run
   */
  public Environment read() {
    if (!Files.isReadable(file)) {
      throw new DoctorException(
          "%s: cannot be read. Grant this user permission to read it, or set another by --hbase-env."
              .formatted(file));
    }
    Result syntax = run(List.of("bash", "-n", file.toString()));
    if (syntax.exit() != 0) {
      throw new DoctorException(
          "%s: not a valid bash script (%s). Correct that line."
              .formatted(file, lineIn(syntax.text())));
    }
    List<String> command =
        new ArrayList<>(
            List.of("bash", "--noprofile", "--norc", "-c", SCRIPT, "strata", file.toString()));
    command.addAll(Environment.NAMES);
    String[] values = run(command).text().split("\0", -1);
    if (values.length <= Environment.NAMES.size()) {
      throw new DoctorException(
          "%s: exits the shell before its last line. Remove the exit, or set the options by --hbase-opts."
              .formatted(file));
    }
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < Environment.NAMES.size(); i++) {
      variables.put(Environment.NAMES.get(i), values[i]);
    }
    return new Environment(variables);
  }

  /** Returns the line number; the rest of bash's message may quote a part of a value. */
  private static String lineIn(String text) {
    Matcher line = LINE.matcher(text);
    return line.find() ? line.group() : "bash -n fails";
  }

  private record Result(int exit, String text) {}

  private Result run(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new DoctorException(
            "%s: did not end within %d s. Set the options by --hbase-opts."
                .formatted(file, MAX_SECONDS));
      }
      return new Result(
          process.exitValue(), new String(process.getInputStream().readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new DoctorException(
          "%s: cannot be run (%s). Install bash, or set the options by --hbase-opts."
              .formatted(file, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DoctorException("%s: interrupted. Run the command again.".formatted(file));
    }
  }
}
