package io.strata.doctor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A run of the program in this process: its exit status, and what it printed. */
record Run(int status, String out, String err) {
  /** With nothing in the environment but where programs are. */
  static Run strata(String... args) {
    return in(Map.of(), args);
  }

  static Run in(Map<String, String> environment, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Map<String, String> around = new HashMap<>(environment);
    around.put("PATH", System.getenv("PATH"));
    int status = Strata.run(around, new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Run(status, out.toString(), err.toString());
  }

  static String mistake(String name) {
    return Path.of("src", "test", "resources", "mistakes", name).toString();
  }

  /** What was printed, with single blanks for all white space: lines break anywhere. */
  String words() {
    return out.replaceAll("\\s+", " ");
  }
}
