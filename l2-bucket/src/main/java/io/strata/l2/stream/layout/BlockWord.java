package io.strata.l2.stream.layout;

/**
 * What is known of a block, in 64 bits.
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
 *   <li>used: the block is an entry's, or is being filled to be one. Right for the first and the
 *       last block of each run, free or used; what lies between them may say what it said before.
 *   <li>last: the entry ends in this block, so this is the one that the entry's address names.
 *   <li>first: the entry begins with this block. It has no predecessor, and counts the pins.
 *   <li>busy, of a last block: a thread appends, or has deleted the entry.
 *   <li>deleted, of a first block: the entry cannot be pinned any more.
 *   <li>length, of the last block of a run: how many of its bytes are used.
 *   <li>run: how many blocks the run has that ends here, or of a free run, begins or ends here.
 *   <li>predecessor, of the last block of a run: the last block of the run before. A run of one
 *       block which is an entry's first has pins there; a longer first run, {@link Address#NONE}.
 * </ul>
 *
 * Pure arithmetic.
 */
public final class BlockWord {
  /** The word of a block of a run that neither begins an entry nor ends the run. */
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

  /** How many pins an entry may have. */
  public static final int MAX_PINS = Integer.MAX_VALUE;

  private BlockWord() {}

  // ---- used blocks

  /** Of the last block of an entry's last run. */
  public static long last(int run, int length, int predecessor) {
    return USED | LAST | end(run, length, predecessor);
  }

  /** Of the only block of an entry. */
  public static long firstAndLast(int length) {
    return USED | LAST | FIRST | end(1, length, 0);
  }

  /** Of the first block of an entry that has more. */
  public static long first() {
    return USED | FIRST | end(1, StreamLayout.BLOCK_BYTES, 0);
  }

  /** Of the last block of a run that is neither an entry's last, nor its first and of one block. */
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

  /** Whether an entry ends in the block. */
  public static boolean isLast(long word) {
    return (word & (USED | LAST)) == (USED | LAST);
  }

  /**
   * Whether the word says of a run that it ends in the block: that of an entry's first block does,
   * also when the run goes on.
   */
  public static boolean isEnd(long word) {
    return isUsed(word) && run(word) > 0;
  }

  /** Whether an entry begins with the block. */
  public static boolean isFirst(long word) {
    return (word & (USED | FIRST)) == (USED | FIRST);
  }

  /** Whether an entry begins with the block, and is not deleted. */
  public static boolean canBePinned(long word) {
    return (word & (USED | FIRST | DELETED)) == (USED | FIRST) && pins(word) != MAX_PINS;
  }

  /** Whether a thread has the end of the entry to itself. */
  public static boolean isBusy(long word) {
    return (word & BUSY) != 0;
  }

  public static boolean isDeleted(long word) {
    return (word & DELETED) != 0;
  }

  /** How many bytes are used of the last block of a run. */
  public static int length(long word) {
    return (int) (word >>> LENGTH_SHIFT & LENGTH_MASK);
  }

  /** How many blocks the run has that ends with the block. */
  public static int run(long word) {
    return (int) (word >>> RUN_SHIFT & RUN_MASK);
  }

  /** The last block of the run before, or {@link Address#NONE} for none. */
  public static int predecessor(long word) {
    return isFirst(word) ? Address.NONE : (int) word;
  }

  /** How many readers have the entry; of its first block. */
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

  /** With so many bytes used, and nobody appending. */
  public static long withLength(long word, int length) {
    return (word & ~(BUSY | LENGTH_MASK << LENGTH_SHIFT)) | ((long) length << LENGTH_SHIFT);
  }

  /** Of a block in which its entry does not end any more. */
  public static long noLongerLast(long word) {
    return word & ~(LAST | BUSY);
  }

  // ---- free runs

  /** Of the first and the last block of a free run. */
  public static long free(int run, int previous, int next) {
    return (long) run << RUN_SHIFT | (long) next << NEXT_SHIFT | previous;
  }

  /** The first block of the free run before, 0 for none; of a free run's first block. */
  public static int previousFree(long word) {
    return (int) (word & FREE_MASK);
  }

  /** The first block of the next free run, 0 for none; of a free run's first block. */
  public static int nextFree(long word) {
    return (int) ((word & LINK_MASK) >>> NEXT_SHIFT);
  }
}
