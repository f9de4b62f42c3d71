package io.strata.perf.bench.run;

/** Something that a run cannot go on after, said in one sentence for whoever started it. */
final class BenchException extends Exception {
  private static final long serialVersionUID = 1;

  BenchException(String message) {
    super(message);
  }

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
