package io.strata.l2.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first page of a file of {@link KeptMemory}: what the file is, and the few words that the
 * memory's life is told by. Thread-safe.
 *
 * <pre>
 * byte  0       8        12       16      24     28      32        36           40        48         52
 *      +-------+--------+--------+-------+------+-------+---------+------------+---------+----------+
 *      | magic | format | bucket | set   | file | files | records | remembered | content | checksum |
 *      |       |        | bytes  |       |      |       |         |            |         |          |
 *      +-------+--------+--------+-------+------+-------+---------+------------+---------+----------+
 *      64       72       80       88       96     104      112     128               256
 *      +--------+--------+--------+--------+------+--------+-------+-----------------+
 *      | places | id     | clock  | policy | pid  | sealed |       | the user's words|
 *      |        | ceiling|        |        |      |        |       |                 |
 *      +--------+--------+--------+--------+------+--------+-------+-----------------+
 * </pre>
 *
 * <ul>
 *   <li>set: a number drawn when the files were made, the same in all of them; file, files: which
 *       of them this one is, and how many there are.
 *   <li>records, remembered: how long the tables behind this page are ({@link FileRecords}; what
 *       the policy remembers). In the first file alone.
 *   <li>content: what the blocks mean to whoever reads them.
 *   <li>places: how many buckets have all their pages.
 *   <li>id ceiling: no file of blocks was given an id above this one.
 *   <li>clock, policy: the policy's time, and which policy it is.
 *   <li>pid: of the process that holds the files; sealed: 1 after it shut down cleanly.
 * </ul>
 *
 * The words of the first line are written once, under a checksum. Those of the second are aligned
 * words, each true by itself: a process that is killed leaves the last value that it wrote.
 */
final class Superblock {
  /** Bytes that are kept free for it at the beginning of a file. */
  static final int BYTES = 4096;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long MAGIC = 0x5354_5241_5441_4d32L;

  /** Of headers, marks and tables as they are now: another one cannot be taken over. */
  private static final int FORMAT = 1;

  /** How many words the user has. */
  static final int USER_WORDS = 16;

  private static final int CHECKSUM = 48;
  private static final int PLACES = 64;
  private static final int ID_CEILING = 72;
  private static final int CLOCK = 80;
  private static final int POLICY = 88;
  private static final int PID = 96;
  private static final int SEALED = 104;
  private static final int USER = 128;

  /**
   * What a file is.
   *
   * @param set drawn when the files were made
   * @param file which of them it is, from 0
   * @param files how many there are
   * @param records how many files of blocks can be written down
   * @param remembered bytes of what the policy remembers
   * @param content what the blocks mean
   */
  record Shape(
      int bucketBytes, long set, int file, int files, int records, int remembered, long content) {}

  private final ByteBuffer page;

  /**
   * @param page {@link #BYTES}; of mapped memory, where the changing words are asked for or set
   */
  Superblock(ByteBuffer page) {
    this.page = page.order(ByteOrder.nativeOrder());
  }

  /** Whether a file of which this is the beginning may be emptied: it is one of ours. */
  static boolean isOurs(ByteBuffer beginning) {
    return beginning.order(ByteOrder.nativeOrder()).getLong(0) == MAGIC;
  }

  /** Makes the file one of this shape, not sealed, without a bucket. */
  void write(Shape shape) {
    for (int at = 0; at < BYTES; at += Long.BYTES) {
      page.putLong(at, 0);
    }
    page.putInt(8, FORMAT);
    page.putInt(12, shape.bucketBytes());
    page.putLong(16, shape.set());
    page.putInt(24, shape.file());
    page.putInt(28, shape.files());
    page.putInt(32, shape.records());
    page.putInt(36, shape.remembered());
    page.putLong(40, shape.content());
    page.putInt(CHECKSUM, checksum());
    page.putLong(0, MAGIC);
  }

  /** What the file is; nothing when it is of another format or damaged. */
  Optional<Shape> shape() {
    if (!isOurs(page) || page.getInt(8) != FORMAT || page.getInt(CHECKSUM) != checksum()) {
      return Optional.empty();
    }
    return Optional.of(
        new Shape(
            page.getInt(12),
            page.getLong(16),
            page.getInt(24),
            page.getInt(28),
            page.getInt(32),
            page.getInt(36),
            page.getLong(40)));
  }

  private int checksum() {
    CRC32C sum = new CRC32C();
    sum.update(page.slice(Long.BYTES, CHECKSUM - Long.BYTES));
    return (int) sum.getValue();
  }

  long places() {
    return get(PLACES);
  }

  /** As {@link #places}, of a page that was read. */
  long placesAsTheyWere() {
    return page.getLong(PLACES);
  }

  void setPlaces(long places) {
    set(PLACES, places);
  }

  long idCeiling() {
    return get(ID_CEILING);
  }

  void setIdCeiling(long id) {
    set(ID_CEILING, id);
  }

  long clock() {
    return get(CLOCK);
  }

  void setClock(long units) {
    set(CLOCK, units);
  }

  long policy() {
    return get(POLICY);
  }

  void setPolicy(long name) {
    set(POLICY, name);
  }

  /** The process that holds the file, or held it; of a page that was read as well. */
  long pidAsItWas() {
    return page.getLong(PID);
  }

  void setPid(long pid) {
    set(PID, pid);
  }

  /** As {@link #isSealed}, of a page that was read. */
  boolean wasSealed() {
    return page.getLong(SEALED) != 0;
  }

  boolean isSealed() {
    return get(SEALED) != 0;
  }

  void setSealed(boolean sealed) {
    set(SEALED, sealed ? 1 : 0);
  }

  long userWord(int number) {
    return get(USER + Long.BYTES * number);
  }

  void setUserWord(int number, long value) {
    set(USER + Long.BYTES * number, value);
  }

  private long get(int at) {
    return (long) LONG.getVolatile(page, at);
  }

  private void set(int at, long value) {
    LONG.setVolatile(page, at, value);
  }
}
