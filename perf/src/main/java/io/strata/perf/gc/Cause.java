package io.strata.perf.gc;

import org.jspecify.annotations.Nullable;

/** The cause of a collection as the log writes it. */
final class Cause {
  /** Of a pause of a collection whose beginning is not in the log. */
  static final String UNKNOWN = "unknown";

  private Cause() {}

  /** Of the text with its parentheses. */
  static String of(@Nullable String parenthesized) {
    if (parenthesized == null) {
      return UNKNOWN;
    }
    String text = parenthesized.strip();
    return text.substring(1, text.length() - 1);
  }
}
