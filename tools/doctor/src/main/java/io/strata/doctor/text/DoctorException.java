package io.strata.doctor.text;

/** That nothing can be said, and why: one sentence that ends with what to change. */
public final class DoctorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a sentence. */
  public DoctorException(String sentence) {
    super(sentence);
  }
}
