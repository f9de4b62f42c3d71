package io.strata.trace;

/** Thrown if a chunk with a valid checksum has invalid contents. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  MalformedException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** Returns the problem, as the end of a sentence after a colon. */
  String reason() {
    return reason;
  }
}
