package io.strata.perf.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** Says what is being done, on one line for each phase, and how long it took. Not thread-safe. */
final class Progress {
  private final PrintStream out;
  private final long begin = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  /** A phase: what runs between the first half of its line and the second. */
  @FunctionalInterface
  interface Phase<T> {
    T run() throws CompareException, IOException, InterruptedException;
  }

  /** A phase that results in nothing. */
  @FunctionalInterface
  interface Action {
    void run() throws CompareException, IOException, InterruptedException;
  }

  <T> T phase(String title, Phase<T> phase)
      throws CompareException, IOException, InterruptedException {
    long start = System.nanoTime();
    out.printf(Locale.ROOT, "[%s] %s ...", clock(start - begin), title);
    out.flush();
    boolean done = false;
    try {
      T result = phase.run();
      done = true;
      return result;
    } finally {
      double seconds = (System.nanoTime() - start) / 1e9;
      out.printf(Locale.ROOT, " %s%.1f s%n", done ? "" : "failed after ", seconds);
    }
  }

  void phase(String title, Action action)
      throws CompareException, IOException, InterruptedException {
    Phase<Boolean> phase =
        () -> {
          action.run();
          return true;
        };
    phase(title, phase);
  }

  /** Time since the start, as minutes and seconds. */
  String elapsed() {
    return clock(System.nanoTime() - begin);
  }

  private static String clock(long nanos) {
    long seconds = nanos / 1_000_000_000;
    return String.format(Locale.ROOT, "%2d:%02d", seconds / 60, seconds % 60);
  }
}
