package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The names and ids of the files that have blocks in {@link KeptMemory}, one record each. The next
 * process needs them because the blocks' headers contain only ids. Thread-safe.
 *
 * <pre>
 * byte  0      8        12         16                     272      276        280
 *      +------+--------+----------+----------------------+--------+----------+------------------+
 *      |  id  | length | checksum | name, in UTF-8       | length | checksum | note, in UTF-8   |
 *      +------+--------+----------+----------------------+--------+----------+------------------+
 * </pre>
 *
 * A record is valid while its id is not 0. The id is stored last, so a process that is killed
 * leaves only whole records. The note is free text on the file; a note being changed when the
 * process is killed is lost. Blocks of a file without a record are dropped: the file was evicted,
 * its name was too long, or no record was free.
 */
public final class FileRecords {
  /** Bytes of a record. */
  static final int BYTES = 512;

  /** The result of {@link #add} if the file cannot be recorded. */
  public static final int NONE = -1;

  private static final byte[] NO_NOTE = {};

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** The positions of a record's two texts, each stored as length, checksum, bytes. */
  private static final int NAME = 8;

  private static final int NOTE = 272;
  private static final int HEAD = 2 * Integer.BYTES;

  /** Maximum length of a name, in bytes. */
  static final int MAX_NAME_BYTES = NOTE - NAME - HEAD;

  /** Maximum length of a note, in bytes; a longer one is not stored. */
  static final int MAX_NOTE_BYTES = BYTES - NOTE - HEAD;

  /**
   * Bytes of buckets per record: enough for twice as many files as expected, since some have few
   * blocks.
   */
  private static final int BUCKET_BYTES_PER_RECORD = BucketLayout.BUCKET_BYTES / 8;

  private static final int MIN = 1 << 10;
  private static final int MAX = Integer.MAX_VALUE / 2 / BYTES;

  /**
   * A recorded file.
   *
   * @param record number of the record
   * @param note the last note on the file; empty if there is none
   */
  public record Entry(int record, long id, String name, String note) {}

  private final ByteBuffer memory;

  /** The numbers of the free records, as a stack; guarded by this. */
  private final int[] free;

  private int freeCount;

  /** Opens the records that the memory holds; {@link #entries} returns them. */
  FileRecords(ByteBuffer memory) {
    this.memory = memory.order(ByteOrder.nativeOrder());
    int count = memory.capacity() / BYTES;
    this.free = new int[count];
    for (int record = count - 1; record >= 0; record--) {
      if (idAt(record) == 0) {
        free[freeCount++] = record;
      }
    }
  }

  /** Returns the number of records for this many bytes of buckets. */
  static int countFor(long bytes) {
    return (int) Math.max(MIN, Math.min(MAX, bytes / BUCKET_BYTES_PER_RECORD));
  }

  /** Returns the recorded files, and frees damaged records. */
  public synchronized List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    for (int record = 0; record < free.length; record++) {
      long id = idAt(record);
      if (id == 0) {
        continue;
      }
      String name = read(record * BYTES + NAME, MAX_NAME_BYTES);
      if (name != null) {
        String note = read(record * BYTES + NOTE, MAX_NOTE_BYTES);
        all.add(new Entry(record, id, name, note == null ? "" : note));
      } else {
        remove(record);
      }
    }
    return all;
  }

  /** Reads a text; null if it is damaged. */
  private @Nullable String read(int at, int maxLength) {
    int length = memory.getInt(at);
    if (length < 0
        || length > maxLength
        || memory.getInt(at + Integer.BYTES) != checksum(at, length)) {
      return null;
    }
    byte[] text = new byte[length];
    memory.get(at + HEAD, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private void write(int at, byte[] text) {
    memory.put(at + HEAD, text);
    memory.putInt(at, text.length);
    memory.putInt(at + Integer.BYTES, checksum(at, text.length));
  }

  private int checksum(int at, int length) {
    CRC32C sum = new CRC32C();
    sum.update(memory.slice(at + HEAD, length));
    return (int) sum.getValue();
  }

  /**
   * Records a file, without a note.
   *
   * @param id not 0
   * @return the number of its record; or {@link #NONE} if its name is too long, or no record is
   *     free
   */
  public synchronized int add(long id, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (freeCount == 0 || bytes.length > MAX_NAME_BYTES) {
      return NONE;
    }
    int record = free[--freeCount];
    write(record * BYTES + NAME, bytes);
    write(record * BYTES + NOTE, NO_NOTE);
    LONG.setVolatile(memory, record * BYTES, id);
    return record;
  }

  /** Stores a note on a file, if the record is that file's. */
  public synchronized void note(int record, long id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (idAt(record) == id && bytes.length <= MAX_NOTE_BYTES) {
      write(record * BYTES + NOTE, bytes);
    }
  }

  /** Frees a record. After this returns, no later process takes over a block of its file. */
  public synchronized void remove(int record) {
    if (idAt(record) != 0) {
      LONG.setVolatile(memory, record * BYTES, 0L);
      free[freeCount++] = record;
    }
  }

  private long idAt(int record) {
    return (long) LONG.getVolatile(memory, record * BYTES);
  }
}
