package io.strata.it.link;

/** Bytes that are no class file, said in one sentence. */
final class UnreadableClassException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  UnreadableClassException(int length, RuntimeException cause) {
    super(
        "The %d bytes that should be a class are no class file that can be read (%s)."
            .formatted(length, cause),
        cause);
  }
}
