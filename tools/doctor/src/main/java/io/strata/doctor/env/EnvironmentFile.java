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
 * {@code hbase-env.sh}, run by {@code bash} as HBase's start script does: nothing else knows what a
 * shell makes of it. Of this process's environment it sees only where programs, Java and HBase are.
 */
public final class EnvironmentFile {
  private static final long LONGEST_SECONDS = 60;

  /** What the file itself prints goes nowhere; it reads nothing; each value ends with a zero. */
  private static final String SCRIPT =
      "exec 3>&1 >/dev/null 2>&1 </dev/null; . \"$1\"; shift;"
          + " for name; do printf '%s\\0' \"${!name-}\" >&3; done";

  private static final List<String> PASSED = List.of("PATH", "HOME", "USER", "JAVA_HOME");

  private static final Pattern LINE = Pattern.compile("\\bline \\d+");

  private final Path file;
  private final Map<String, String> around;

  /**
   * A file that is not read yet.
   *
   * @param around the environment of this process; of it the file sees {@code PATH}, {@code HOME},
   *     {@code USER}, {@code JAVA_HOME}
   * @param hbase {@code HBASE_HOME} and {@code HBASE_CONF_DIR}, as far as they are known
   */
  public EnvironmentFile(Path file, Map<String, String> around, Map<String, String> hbase) {
    this.file = file.toAbsolutePath();
    this.around = new HashMap<>(hbase);
    PASSED.forEach(
        name -> {
          if (around.containsKey(name)) {
            this.around.put(name, around.get(name));
          }
        });
  }

  /**
   * Runs it.
   *
   * @throws DoctorException if it cannot be read or run
   */
  public Environment read() {
    if (!Files.isReadable(file)) {
      throw new DoctorException(
          "%s cannot be read: let the user who asks read it, or name another by --hbase-env."
              .formatted(file));
    }
    Result syntax = run(List.of("bash", "-n", file.toString()));
    if (syntax.exit() != 0) {
      throw new DoctorException(
          "%s is no script that bash understands (%s): correct that line."
              .formatted(file, lineIn(syntax.text())));
    }
    List<String> command =
        new ArrayList<>(
            List.of("bash", "--noprofile", "--norc", "-c", SCRIPT, "strata", file.toString()));
    command.addAll(Environment.NAMES);
    String[] values = run(command).text().split("\0", -1);
    if (values.length <= Environment.NAMES.size()) {
      throw new DoctorException(
          "%s ends the shell before its last line: remove what does, or give the options by --hbase-opts."
              .formatted(file));
    }
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < Environment.NAMES.size(); i++) {
      variables.put(Environment.NAMES.get(i), values[i]);
    }
    return new Environment(variables);
  }

  /** What else bash says may quote a piece of a value. */
  private static String lineIn(String text) {
    Matcher line = LINE.matcher(text);
    return line.find() ? line.group() : "bash -n fails";
  }

  private record Result(int exit, String text) {}

  private Result run(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(around);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new DoctorException(
            "%s does not come to its end: give the options by --hbase-opts.".formatted(file));
      }
      return new Result(
          process.exitValue(), new String(process.getInputStream().readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new DoctorException(
          "%s cannot be run (%s): install bash, or give the options by --hbase-opts."
              .formatted(file, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DoctorException("Interrupted while %s ran: ask again.".formatted(file));
    }
  }
}
