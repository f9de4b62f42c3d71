package io.strata.perf.common;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a measurement cannot start or continue. The message is one line for the user, with
 * the fix if there is one.
 */
public final class BenchException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a message for the user. */
  public BenchException(String message) {
    super(message);
  }

  /** Creates an exception with a message for the user and its cause. */
  public BenchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
