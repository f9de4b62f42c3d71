package io.strata.perf.common;

import java.io.IOException;
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
