package io.strata.perf.common;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Says what is being done, on one line for each phase, how long it took, and how long the rest will
 * take. Not thread-safe.
 */
public final class Progress {
  private final PrintStream out;
  private final long begin = System.nanoTime();

  /**
   * @param out is told
   */
  public Progress(PrintStream out) {
    this.out = out;
  }

  /** A phase: what runs between the first half of its line and the second. */
  @FunctionalInterface
  public interface Phase<T> {
    /** Does it. */
    T run() throws IOException, InterruptedException;
  }

  /** A phase that results in nothing. */
  @FunctionalInterface
  public interface Action {
    /** Does it. */
    void run() throws IOException, InterruptedException;
  }

  /** Says what is begun, does it, and says how long it took, also when it fails. */
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
   * The same with an estimate.
   *
   * @param left until the end of the run, this phase included
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

  /** Time since the start, as minutes and seconds. */
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
