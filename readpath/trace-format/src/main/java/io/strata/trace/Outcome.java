package io.strata.trace;

/** Where a look-up found its block. */
public enum Outcome {
  MISS(0),
  /** In the tier on the heap. */
  ON_HEAP(1),
  /** In the tier off the heap. */
  OFF_HEAP(2),
  /** On its way into the tier off the heap. */
  IN_FLIGHT(3),
  /** In the tier on disks. */
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
