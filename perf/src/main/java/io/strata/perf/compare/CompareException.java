package io.strata.perf.compare;

/** A comparison that cannot go on. The message is one sentence for whoever started it. */
final class CompareException extends Exception {
  CompareException(String message) {
    super(message);
  }

  CompareException(String message, Throwable cause) {
    super(message, cause);
  }
}
