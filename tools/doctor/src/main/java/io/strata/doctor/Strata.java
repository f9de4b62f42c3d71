package io.strata.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.doctor.text.DoctorException;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code strata}: sees to configurations before a server is started with them. */
@Command(
    name = "strata",
    mixinStandardHelpOptions = true,
    version = "Strata",
    description = "Says what a configuration of Strata comes to, or makes one.")
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
   * @param around the environment that it sees
   * @return its exit status
   */
  static int run(Map<String, String> around, PrintWriter out, PrintWriter err, String... args) {
    // It warns of a quote too many beside the refusal of what is quoted.
    CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
    CommandLine line = commandLine(around);
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

  /** The commands of this program. */
  static CommandLine commandLine(Map<String, String> around) {
    return new CommandLine(new Strata())
        .addSubcommand(new DoctorCommand(around))
        .addSubcommand(new SizeCommand())
        .addSubcommand(new MemoryCommand());
  }
}
