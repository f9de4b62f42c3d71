package io.strata.trace;

/** Says that a chunk is whole and still does not hold what it should. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  MalformedException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong, to follow a colon. */
  String reason() {
    return reason;
  }
}
