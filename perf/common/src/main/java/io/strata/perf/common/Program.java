package io.strata.perf.common;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** How all commands of {@code ./strata} that measure report what is wrong. Stateless. */
public final class Program {
  private Program() {}

  /**
   * Returns the command line of a command. A wrong option gets one line and exit status 2; a
   * failure for the user gets its message and exit status 1; anything else is a defect and gets its
   * stack trace.
   */
  public static CommandLine of(Object command) {
    // It warns of a quote too many beside the message about what is quoted.
    CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, args) -> reject(e))
        .setExecutionExceptionHandler((e, line, result) -> fail(e, line));
  }

  /**
   * Returns the constants of those names, each once.
   *
   * @param what one of them is
   * @throws IllegalArgumentException with all names, when one has no constant
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
            "There is no %s \"%s\": there are %s."
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
