package io.strata.perf.common;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Error reporting of all commands of {@code ./strata} that measure. Stateless. */
public final class Program {
  private Program() {}

  /**
   * Returns the command line of a command. An invalid option prints one line and exits with status
   * 2; an expected failure prints its message and exits with status 1; any other exception is a
   * defect and prints its stack trace.
   */
  public static CommandLine of(Object command) {
    // Picocli would warn of an unbalanced quote in addition to the message about the value.
    CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, args) -> reject(e))
        .setExecutionExceptionHandler((e, line, result) -> fail(e, line));
  }

  /**
   * Returns the constants with given names, without duplicates.
   *
   * @param what the kind of the constants, for the message
   * @throws IllegalArgumentException if a name has no constant; the message lists all names
   */
  public static <E extends Enum<E>> List<E> constants(
      Class<E> type, String what, List<String> names) {
    Map<String, E> all = new LinkedHashMap<>();
    for (E each : type.getEnumConstants()) {
      all.put(each.toString(), each);
    }
    for (String name : names) {
      if (!all.containsKey(name)) {
        throw new IllegalArgumentException(
            "Unknown %s \"%s\": choose from %s."
                .formatted(what, name, String.join(", ", all.keySet())));
      }
    }
    return names.stream().distinct().map(all::get).toList();
  }

  private static int reject(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String message = String.valueOf(e.getMessage());
    String end = message.endsWith(".") ? "" : ".";
    line.getErr().println(message + end + " See " + line.getCommandName() + " --help.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int fail(Exception e, CommandLine line) throws Exception {
    if (e instanceof BenchException
        || e instanceof IOException
        || e instanceof IllegalStateException) {
      line.getErr().println(e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw e;
  }
}
