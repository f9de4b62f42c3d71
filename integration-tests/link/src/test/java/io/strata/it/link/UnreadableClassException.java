package io.strata.it.link;

/** Bytes are not a class file. */
final class UnreadableClassException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  UnreadableClassException(int length, RuntimeException cause) {
    super(
        "The %d bytes that should be a class are not a class file (%s).".formatted(length, cause),
        cause);
  }
}
