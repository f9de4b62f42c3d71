package io.strata.trace;

/** The class of a block. */
public enum BlockClass {
  /** Not known, for example from some keys. */
  UNKNOWN(0),
  DATA(1),
  INDEX(2),
  BLOOM(3),
  /** File metadata and trailers. */
  META(4);

  private static final int CODES = 8;
  private static final BlockClass[] BY_CODE = new BlockClass[CODES];

  static {
    for (int i = 0; i < CODES; i++) {
      BY_CODE[i] = UNKNOWN;
    }
    for (BlockClass each : values()) {
      BY_CODE[each.code] = each;
    }
  }

  private final int code;

  BlockClass(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static BlockClass of(int code) {
    return BY_CODE[code];
  }
}
