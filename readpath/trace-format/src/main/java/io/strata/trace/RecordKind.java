package io.strata.trace;

/** What a record tells. */
public enum RecordKind {
  /** The cache was asked for a block. */
  LOOKUP(1),
  /** A block was offered to the cache, which may have refused it. */
  OFFER(2),
  /** A block was to be evicted. */
  EVICT_BLOCK(3),
  /** The blocks that begin in a range of a file were to be evicted. */
  EVICT_RANGE(4),
  /** All blocks of a file were to be evicted: as a rule, the file is gone. */
  EVICT_FILE(5),
  /** Accesses were not recorded, for the recorder did not keep up. */
  DROPPED(6);

  /** In place of a kind: the name of a file. */
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

  /** What stands for it in a file: 1 to 6. */
  public int code() {
    return code;
  }

  /** The kind of a code of 1 to 6. */
  static RecordKind of(int code) {
    return BY_CODE[code];
  }
}
