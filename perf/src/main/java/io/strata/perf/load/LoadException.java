package io.strata.perf.load;

import org.jspecify.annotations.Nullable;

/**
 * A load that has no result: an answer was wrong, a request failed, or a table is not the one that
 * was asked for. The message is for whoever started it.
 */
public final class LoadException extends Exception {
  LoadException(String message) {
    super(message);
  }

  LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
