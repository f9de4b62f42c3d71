package io.strata.it.soak;

/** HBase returned a wrong answer. */
final class WrongAnswer extends AssertionError {
  private static final long serialVersionUID = 1L;

  WrongAnswer(String message) {
    super(message);
  }
}
