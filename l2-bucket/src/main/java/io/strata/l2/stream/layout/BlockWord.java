package io.strata.l2.stream.layout;

/**
 * The state of a block, in a 64-bit word.
 *
 * <pre>
 *  63      62     61      60    59      55 54      42 41    32 31                          0
 * +-------+------+-------+-----+----------+----------+--------+-----------------------------+
 * | used  | last | first | busy| deleted 0| length   | run    | predecessor, or pins        |
 * +-------+------+-------+-----+----------+----------+--------+-----------------------------+
 * | 0     |                               |          | run    | previous and next free run  |
 * +-------+-------------------------------+----------+--------+-----------------------------+
 * </pre>
 *
 * <ul>
 *   <li>used: the block belongs to an entry, or is being filled for one. Valid for the first and
 *       last block of each run, free or used; the words of blocks between them may be stale.
 *   <li>last: the entry ends in this block, which the entry's address refers to.
 *   <li>first: the entry begins with this block, whose word has no predecessor and counts the pins.
 *   <li>busy, in a last block: a thread is appending, or has deleted the entry.
 *   <li>deleted, in a first block: the entry cannot be pinned any more.
 *   <li>length, in the last block of a run: number of its bytes that are used.
 *   <li>run: length in blocks of the run that ends here, or of the free run that begins or ends
 *       here.
 *   <li>predecessor, in the last block of a run: the last block of the run before. An entry's first
 *       run has pins there if it has one block, and {@link Address#NONE} if it is longer.
 * </ul>
 *
 * Pure arithmetic.
 */
public final class BlockWord {
  /** The word of a block that neither begins an entry nor ends a run. */
  public static final long INNER = 1L << 63;

  private static final long USED = 1L << 63;
  private static final long LAST = 1L << 62;
  private static final long FIRST = 1L << 61;
  private static final long BUSY = 1L << 60;
  private static final long DELETED = 1L << 59;

  private static final int LENGTH_SHIFT = 42;
  private static final int RUN_SHIFT = 32;
  private static final long LENGTH_MASK = (1L << 13) - 1;
  private static final long RUN_MASK = (1L << 10) - 1;
  private static final long LINK_MASK = 0xFFFF_FFFFL;

  private static final int NEXT_SHIFT = 16;
  private static final long FREE_MASK = (1L << NEXT_SHIFT) - 1;

  /** Maximum number of pins of an entry. */
  public static final int MAX_PINS = Integer.MAX_VALUE;

  private BlockWord() {}

  // ---- used blocks

  /** Returns the word of the last block of an entry's last run. */
  public static long last(int run, int length, int predecessor) {
    return USED | LAST | end(run, length, predecessor);
  }

  /** Returns the word of an entry's only block. */
  public static long firstAndLast(int length) {
    return USED | LAST | FIRST | end(1, length, 0);
  }

  /** Returns the word of the first block of a longer entry. */
  public static long first() {
    return USED | FIRST | end(1, StreamLayout.BLOCK_BYTES, 0);
  }

  /**
   * Returns the word of the last block of a run that is not the entry's last run. A first run of
   * one block has {@link #first} instead.
   */
  public static long middle(int run, int predecessor) {
    return USED | end(run, StreamLayout.BLOCK_BYTES, predecessor);
  }

  private static long end(int run, int length, int predecessor) {
    return (long) length << LENGTH_SHIFT
        | (long) run << RUN_SHIFT
        | Integer.toUnsignedLong(predecessor);
  }

  public static boolean isUsed(long word) {
    return (word & USED) != 0;
  }

  /** Returns whether an entry ends in the block. */
  public static boolean isLast(long word) {
    return (word & (USED | LAST)) == (USED | LAST);
  }

  /**
   * Returns whether a run appears to end in the block. True also for an entry's first block whose
   * run continues.
   */
  public static boolean isEnd(long word) {
    return isUsed(word) && run(word) > 0;
  }

  /** Returns whether an entry begins with the block. */
  public static boolean isFirst(long word) {
    return (word & (USED | FIRST)) == (USED | FIRST);
  }

  /** Returns whether an entry begins with the block, is not deleted, and can have another pin. */
  public static boolean canBePinned(long word) {
    return (word & (USED | FIRST | DELETED)) == (USED | FIRST) && pins(word) != MAX_PINS;
  }

  /** Returns whether a thread owns the end of the entry. */
  public static boolean isBusy(long word) {
    return (word & BUSY) != 0;
  }

  public static boolean isDeleted(long word) {
    return (word & DELETED) != 0;
  }

  /** Returns the number of used bytes in the last block of a run. */
  public static int length(long word) {
    return (int) (word >>> LENGTH_SHIFT & LENGTH_MASK);
  }

  /** Returns the number of blocks of the run that ends with the block. */
  public static int run(long word) {
    return (int) (word >>> RUN_SHIFT & RUN_MASK);
  }

  /** Returns the last block of the run before, or {@link Address#NONE}. */
  public static int predecessor(long word) {
    return isFirst(word) ? Address.NONE : (int) word;
  }

  /** Returns the number of pins of the entry; for its first block. */
  public static int pins(long word) {
    return (int) word;
  }

  public static long pinned(long word) {
    return word + 1;
  }

  public static long unpinned(long word) {
    return word - 1;
  }

  public static long busy(long word) {
    return word | BUSY;
  }

  public static long deleted(long word) {
    return word | DELETED;
  }

  /** Returns the word with this length, and not busy. */
  public static long withLength(long word, int length) {
    return (word & ~(BUSY | LENGTH_MASK << LENGTH_SHIFT)) | ((long) length << LENGTH_SHIFT);
  }

  /** Returns the word of a block in which its entry no longer ends. */
  public static long noLongerLast(long word) {
    return word & ~(LAST | BUSY);
  }

  // ---- free runs

  /** Returns the word of the first and the last block of a free run. */
  public static long free(int run, int previous, int next) {
    return (long) run << RUN_SHIFT | (long) next << NEXT_SHIFT | previous;
  }

  /** Returns the first block of the previous free run, 0 for none; for a free run's first block. */
  public static int previousFree(long word) {
    return (int) (word & FREE_MASK);
  }

  /** Returns the first block of the next free run, 0 for none; for a free run's first block. */
  public static int nextFree(long word) {
    return (int) ((word & LINK_MASK) >>> NEXT_SHIFT);
  }
}
