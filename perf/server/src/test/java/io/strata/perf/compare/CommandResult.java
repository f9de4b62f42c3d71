package io.strata.perf.compare;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/**
 * The result of a command.
 *
 * @param code its exit code
 * @param errors what it printed to standard error
 */
record CommandResult(int code, String errors) {
  /** Runs a command. */
  static CommandResult of(IntSupplier command) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int code = command.getAsInt();
      return new CommandResult(code, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(terminal);
    }
  }
}
