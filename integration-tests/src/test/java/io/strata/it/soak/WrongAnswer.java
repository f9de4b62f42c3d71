package io.strata.it.soak;

/** HBase answered something that it must not. */
final class WrongAnswer extends AssertionError {
  private static final long serialVersionUID = 1L;

  WrongAnswer(String message) {
    super(message);
  }
}
