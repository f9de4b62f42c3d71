package io.strata.perf.ycsb;

/** A load or run of YCSB that failed. The message is a sentence for whoever started it. */
public final class YcsbException extends Exception {
  YcsbException(String message) {
    super(message);
  }

  YcsbException(String message, Throwable cause) {
    super(message, cause);
  }
}
