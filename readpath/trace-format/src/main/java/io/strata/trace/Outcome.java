package io.strata.trace;

/** The outcome of a lookup: where the block was found. */
public enum Outcome {
  MISS(0),
  /** In the on-heap tier. */
  ON_HEAP(1),
  /** In the off-heap tier. */
  OFF_HEAP(2),
  /** In flight to the off-heap tier. */
  IN_FLIGHT(3),
  /** In the flash tier. */
  ON_FLASH(4);

  private static final Outcome[] BY_CODE = {MISS, ON_HEAP, OFF_HEAP, IN_FLIGHT, ON_FLASH};

  private final int code;

  Outcome(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static Outcome of(int code) {
    return BY_CODE[code];
  }
}
