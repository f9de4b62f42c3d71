package io.strata.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.doctor.text.DoctorException;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code strata}: checks and generates configurations. */
@Command(
    name = "strata",
    mixinStandardHelpOptions = true,
    version = "Strata",
    description = "Checks or generates a configuration of Strata.")
public final class Strata {
  private Strata() {}

  /** Runs a command, and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(
        run(
            System.getenv(),
            new PrintWriter(System.out, true, UTF_8),
            new PrintWriter(System.err, true, UTF_8),
            args));
  }

  /**
   * Runs a command.
   *
   * @param environment the environment variables of the command
   * @return the exit status
   */
  static int run(
      Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
    // The tracer would warn of an unbalanced quote beside the error message about its value.
    CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
    CommandLine line = commandLine(environment);
    line.setOut(out).setErr(err).setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (e, command, result) -> {
          if (e instanceof DoctorException) {
            err.println(e.getMessage());
            return ExitCode.USAGE;
          }
          throw e;
        });
    if (args.length == 0) {
      line.usage(err);
      return ExitCode.USAGE;
    }
    return line.execute(args);
  }

  /** Returns the commands of this program. */
  static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new Strata())
        .addSubcommand(new DoctorCommand(environment))
        .addSubcommand(new SizeCommand())
        .addSubcommand(new MemoryCommand());
  }
}
