package io.strata.perf.common;

/** Something that a run cannot go on after, said in one sentence for whoever started it. */
public final class BenchException extends Exception {
  private static final long serialVersionUID = 1;

  /** Says it. */
  public BenchException(String message) {
    super(message);
  }

  /** Says it, and why. */
  public BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
