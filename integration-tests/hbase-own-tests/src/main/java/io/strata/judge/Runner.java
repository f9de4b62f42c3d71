package io.strata.judge;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Runs a test class and writes a line for each test to a file: its outcome, its name, and the
 * reason; and a last line with the numbers of look-ups and inserts of Strata. Fields are separated
 * by tabs.
 */
public final class Runner extends RunListener {
  private final Map<Description, String> outcomes = new LinkedHashMap<>();

  private Runner() {}

  /** Takes the names of the class and of the file to write. */
  public static void main(String[] args) throws ClassNotFoundException, IOException {
    Runner runner = new Runner();
    JUnitCore junit = new JUnitCore();
    junit.addListener(runner);
    junit.run(Class.forName(args[0]));
    runner.write(args[1]);
    // Threads of servers that a test did not stop would keep the process alive.
    Runtime.getRuntime().halt(0);
  }

  @Override
  public void testStarted(Description test) {
    outcomes.put(test, "passed\t");
  }

  @Override
  public void testFailure(Failure failure) {
    outcomes.put(failure.getDescription(), "failed\t" + reason(failure.getException()));
    System.out.println(failure.getDescription() + " " + failure.getTrace());
  }

  @Override
  public void testAssumptionFailure(Failure failure) {
    outcomes.put(failure.getDescription(), "skipped\t" + failure.getMessage());
  }

  @Override
  public void testIgnored(Description test) {
    outcomes.put(test, "skipped\t");
  }

  private void write(String file) throws IOException {
    try (PrintStream out = new PrintStream(file, StandardCharsets.UTF_8)) {
      outcomes.forEach(
          (test, outcome) -> {
            String[] parts = outcome.split("\t", 2);
            out.println(parts[0] + "\t" + nameOf(test) + "\t" + parts[1]);
          });
      out.println("used\t" + Uses.lookUps() + "\t" + Uses.inserts());
    }
  }

  /** Returns the method's name, or "(class)" if the class could not be set up. */
  private static String nameOf(Description test) {
    @Nullable String method = test.getMethodName();
    return method == null ? "(class)" : method.replaceAll("\\s+", " ");
  }

  private static String reason(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.toString().replaceAll("\\s+", " ");
  }
}
