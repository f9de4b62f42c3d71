package io.strata.doctor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A run of the program in this process: its exit status and output. */
record Run(int status, String out, String err) {
  /** Runs a command with {@code PATH} as the only environment variable. */
  static Run strata(String... args) {
    return in(Map.of(), args);
  }

  static Run in(Map<String, String> environment, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("PATH", System.getenv("PATH"));
    int status =
        Strata.run(variables, new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Run(status, out.toString(), err.toString());
  }

  static String mistake(String name) {
    return Path.of("src", "test", "resources", "mistakes", name).toString();
  }

  /** Returns the output with single blanks for all white space, since lines are wrapped. */
  String words() {
    return out.replaceAll("\\s+", " ");
  }
}
