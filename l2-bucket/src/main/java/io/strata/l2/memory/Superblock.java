package io.strata.l2.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first page of a file of {@link KeptMemory}: the file's geometry, and the few words that
 * change while it is used. Thread-safe.
 *
 * <pre>
 * byte  0       8        12       16    24     28      32        36      40        48         52
 *      +-------+--------+--------+-----+------+-------+---------+-------+---------+----------+
 *      | magic | format | bucket | set | file | files | records | ghost | content | checksum |
 *      |       |        | bytes  |     |      |       |         | bytes |         |          |
 *      +-------+--------+--------+-----+------+-------+---------+-------+---------+----------+
 *      64        72        80      88       96    104      112     128          256
 *      +---------+---------+-------+--------+-----+--------+-------+------------+
 *      | buckets | id      | clock | policy | pid | sealed |       | user words |
 *      |         | ceiling |       |        |     |        |       |            |
 *      +---------+---------+-------+--------+-----+--------+-------+------------+
 * </pre>
 *
 * <ul>
 *   <li>set: a random number, the same in all files created together; file, files: the index of
 *       this file among them, and their number.
 *   <li>records, ghost bytes: sizes of the tables after this page ({@link FileRecords}, and the
 *       policy's ghost table). 0 except in the first file.
 *   <li>content: a number for the meaning of the blocks.
 *   <li>buckets: number of buckets whose pages are all allocated.
 *   <li>id ceiling: the number in the id of a file of blocks is never above this one.
 *   <li>clock, policy: the policy's clock, and a hash of its name.
 *   <li>pid: the process that has the files open; sealed: 1 after it shut down cleanly.
 * </ul>
 *
 * The words up to the checksum are written once. Those after it are aligned words, each valid by
 * itself: a process that is killed leaves the last value it wrote.
 */
final class Superblock {
  /** Bytes reserved for the superblock at the beginning of a file. */
  static final int BYTES = 4096;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long MAGIC = 0x5354_5241_5441_4d32L;

  /** The format of headers, policy bits and tables; content of another format is not taken over. */
  private static final int FORMAT = 2;

  /** Number of user words. */
  static final int USER_WORDS = 16;

  private static final int CHECKSUM = 48;
  private static final int BUCKETS = 64;
  private static final int ID_CEILING = 72;
  private static final int CLOCK = 80;
  private static final int POLICY = 88;
  private static final int PID = 96;
  private static final int SEALED = 104;
  private static final int USER = 128;

  /**
   * The fixed properties of a file.
   *
   * @param set a random number, the same in all files created together
   * @param file the index of the file among them, from 0
   * @param files the number of files
   * @param records number of file records
   * @param ghostBytes bytes of the policy's ghost table
   * @param content a number for the meaning of the blocks
   */
  record Geometry(
      int bucketBytes, long set, int file, int files, int records, int ghostBytes, long content) {}

  private final ByteBuffer page;

  /**
   * @param page a page of {@link #BYTES}; must be mapped memory for access to the changing words
   */
  Superblock(ByteBuffer page) {
    this.page = page.order(ByteOrder.nativeOrder());
  }

  /** Returns whether the file with this beginning is one of kept memory, and so may be emptied. */
  static boolean isKeptMemory(ByteBuffer firstPage) {
    return firstPage.order(ByteOrder.nativeOrder()).getLong(0) == MAGIC;
  }

  /** Initializes the page with this geometry: not sealed, without buckets. */
  void write(Geometry geometry) {
    for (int at = 0; at < BYTES; at += Long.BYTES) {
      page.putLong(at, 0);
    }
    page.putInt(8, FORMAT);
    page.putInt(12, geometry.bucketBytes());
    page.putLong(16, geometry.set());
    page.putInt(24, geometry.file());
    page.putInt(28, geometry.files());
    page.putInt(32, geometry.records());
    page.putInt(36, geometry.ghostBytes());
    page.putLong(40, geometry.content());
    page.putInt(CHECKSUM, checksum());
    page.putLong(0, MAGIC);
  }

  /** Returns the geometry; empty if the format is another one, or the page is damaged. */
  Optional<Geometry> geometry() {
    if (!isKeptMemory(page) || page.getInt(8) != FORMAT || page.getInt(CHECKSUM) != checksum()) {
      return Optional.empty();
    }
    return Optional.of(
        new Geometry(
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

  long buckets() {
    return get(BUCKETS);
  }

  /** As {@link #buckets}, for a page that is a copy. */
  long readBuckets() {
    return page.getLong(BUCKETS);
  }

  void setBuckets(long buckets) {
    set(BUCKETS, buckets);
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

  /** Returns the process that has or had the file open; also for a page that is a copy. */
  long readPid() {
    return page.getLong(PID);
  }

  void setPid(long pid) {
    set(PID, pid);
  }

  /** As {@link #isSealed}, for a page that is a copy. */
  boolean readSealed() {
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
