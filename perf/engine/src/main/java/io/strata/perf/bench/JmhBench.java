package io.strata.perf.bench;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.RunLock;
import java.io.IOException;

/** The program behind {@code ./strata bench jmh}: JMH, under the lock of all measurements. */
public final class JmhBench {
  private JmhBench() {}

  /** Runs JMH with its own options, and ends the process: with 1 when something else measures. */
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
