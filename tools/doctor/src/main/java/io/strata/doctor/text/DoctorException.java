package io.strata.doctor.text;

/** An error that ends a command, with a message for the user that says how to fix it. */
public final class DoctorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a message for the user. */
  public DoctorException(String message) {
    super(message);
  }
}
