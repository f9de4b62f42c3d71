package io.strata.l2.compress;

/** A packed block needs a dictionary that this process does not have. Has no stack trace. */
public final class UnknownDictionaryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a dictionary. */
  public UnknownDictionaryException(long dictionary) {
    super("A packed block needs dictionary %016x, which is unknown.".formatted(dictionary));
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
