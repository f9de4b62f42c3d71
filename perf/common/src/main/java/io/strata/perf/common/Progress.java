package io.strata.perf.common;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Prints the progress of a run: a line for each phase with its duration and the estimated time
 * left. Not thread-safe.
 */
public final class Progress {
  private final PrintStream out;
  private final long begin = System.nanoTime();

  /**
   * Starts the clock of a run.
   *
   * @param out receives the lines
   */
  public Progress(PrintStream out) {
    this.out = out;
  }

  /** A phase with a result. */
  @FunctionalInterface
  public interface Phase<T> {
    /** Runs the phase. */
    T run() throws IOException, InterruptedException;
  }

  /** A phase without a result. */
  @FunctionalInterface
  public interface Action {
    /** Runs the phase. */
    void run() throws IOException, InterruptedException;
  }

  /** Prints the title, runs the phase, and prints its duration, also if it fails. */
  public <T> T phase(String title, Phase<T> phase) throws IOException, InterruptedException {
    long start = System.nanoTime();
    out.printf(Locale.ROOT, "[%s] %s ...", clock(since(begin)), title);
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

  /**
   * Runs a phase and prints an estimate of the time left.
   *
   * @param left estimated time to the end of the run, this phase included
   */
  public void phase(String title, Duration left, Action action)
      throws IOException, InterruptedException {
    phase(
        String.format(Locale.ROOT, "%s (%s to go)", title, roughly(left)),
        () -> {
          action.run();
          return true;
        });
  }

  /** Returns the time since the start, as minutes and seconds. */
  String elapsed() {
    return clock(since(begin));
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static String clock(Duration time) {
    return String.format(Locale.ROOT, "%2d:%02d", time.toMinutes(), time.toSecondsPart());
  }

  private static String roughly(Duration left) {
    long minutes = Math.round(left.toSeconds() / 60.0);
    return minutes < 2 ? left.toSeconds() + " s" : minutes + " minutes";
  }
}
