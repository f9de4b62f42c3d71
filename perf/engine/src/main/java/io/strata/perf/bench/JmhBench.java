package io.strata.perf.bench;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.RunLock;
import java.io.IOException;

/** The command {@code ./strata bench jmh}: runs JMH while holding the measurement lock. */
public final class JmhBench {
  private JmhBench() {}

  /** Runs JMH with its own options; exits with 1 if another measurement is running. */
  @SuppressWarnings("try") // The lock is held, not used.
  public static void main(String[] args) throws IOException {
    try (RunLock lock = RunLock.take()) {
      org.openjdk.jmh.Main.main(args);
    } catch (BenchException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
