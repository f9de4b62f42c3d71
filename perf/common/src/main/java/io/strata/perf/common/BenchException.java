package io.strata.perf.common;

import org.jspecify.annotations.Nullable;

/**
 * A measurement that cannot start or go on. The message is one sentence for whoever started it,
 * with the fix where there is one.
 */
public final class BenchException extends Exception {
  private static final long serialVersionUID = 1;

  /** Takes the sentence. */
  public BenchException(String message) {
    super(message);
  }

  /** Takes the sentence, and what caused it. */
  public BenchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
