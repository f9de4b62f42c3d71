package io.strata.trace;

/** The kind of a record. */
public enum RecordKind {
  /** A lookup of a block. */
  LOOKUP(1),
  /** An insert of a block, which the cache may have rejected. */
  INSERT(2),
  /** The eviction of a block. */
  EVICT_BLOCK(3),
  /** The eviction of the blocks that begin in a range of a file. */
  EVICT_RANGE(4),
  /** The eviction of all blocks of a file, which is usually deleted. */
  EVICT_FILE(5),
  /** Accesses that were not recorded, because the recorder could not keep up. */
  DROPPED(6);

  /** Not a kind of access: the name of a file. */
  static final int DEFINITION = 7;

  private static final RecordKind[] BY_CODE = new RecordKind[DEFINITION];

  static {
    for (RecordKind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final int code;

  RecordKind(int code) {
    this.code = code;
  }

  /** Returns the code in the file: 1 to 6. */
  public int code() {
    return code;
  }

  /** Returns the kind of a code from 1 to 6. */
  static RecordKind of(int code) {
    return BY_CODE[code];
  }
}
