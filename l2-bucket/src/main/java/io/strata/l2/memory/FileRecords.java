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
 * The names and ids of the files that have blocks in {@link KeptMemory}, a record each, so that the
 * next process knows whose the blocks are: their headers have the ids alone. Thread-safe.
 *
 * <pre>
 * byte  0      8        12         16                     272      276        280
 *      +------+--------+----------+----------------------+--------+----------+------------------+
 *      |  id  | length | checksum | name, in UTF-8       | length | checksum | note, in UTF-8   |
 *      +------+--------+----------+----------------------+--------+----------+------------------+
 * </pre>
 *
 * A record is valid from the store of its id on, which comes last, until that is set to 0. So a
 * process that is killed leaves whole records. The note is what a user says of the file; one that
 * was just being changed is lost. A block whose file has no record is dropped: one of a file that
 * was evicted, and one of a file whose name is too long or for which no record was free.
 */
public final class FileRecords {
  /** Bytes of a record. */
  static final int BYTES = 512;

  /** What {@link #add} answers when the file cannot be written down. */
  public static final int NONE = -1;

  private static final byte[] NO_NOTE = {};

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Where the two texts of a record are: each its length, its checksum, and itself. */
  private static final int NAME = 8;

  private static final int NOTE = 272;
  private static final int HEAD = 2 * Integer.BYTES;

  /** Bytes that a name may have. */
  static final int MAX_NAME_BYTES = NOTE - NAME - HEAD;

  /** Bytes that a note may have; one that is longer is not kept. */
  static final int MAX_NOTE_BYTES = BYTES - NOTE - HEAD;

  /** A file for so many bytes of buckets, twice: of some, few blocks are left. */
  private static final int BYTES_OF_FILE = BucketLayout.BUCKET_BYTES / 8;

  private static final int MIN = 1 << 10;
  private static final int MAX = Integer.MAX_VALUE / 2 / BYTES;

  /**
   * A file that was written down.
   *
   * @param place which record it is
   * @param note what was said of it last; empty when nothing was
   */
  public record Entry(int place, long id, String name, String note) {}

  private final ByteBuffer memory;

  /** The records that are free, as a stack; under the lock. */
  private final int[] free;

  private int freeCount;

  /** Takes what is there: {@link #entries} says what that is. */
  FileRecords(ByteBuffer memory) {
    this.memory = memory.order(ByteOrder.nativeOrder());
    int count = memory.capacity() / BYTES;
    this.free = new int[count];
    for (int place = count - 1; place >= 0; place--) {
      if (idAt(place) == 0) {
        free[freeCount++] = place;
      }
    }
  }

  /** How many records memory of so many bytes has. */
  static int countFor(long bytes) {
    return (int) Math.max(MIN, Math.min(MAX, bytes / BYTES_OF_FILE));
  }

  /** The files that are written down. A record that is damaged is freed. */
  public synchronized List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    for (int place = 0; place < free.length; place++) {
      long id = idAt(place);
      String name = id == 0 ? null : read(place * BYTES + NAME, MAX_NAME_BYTES);
      if (name != null) {
        String note = read(place * BYTES + NOTE, MAX_NOTE_BYTES);
        all.add(new Entry(place, id, name, note == null ? "" : note));
      } else {
        remove(place);
      }
    }
    return all;
  }

  /** A text; null when it is damaged. */
  private @Nullable String read(int at, int most) {
    int length = memory.getInt(at);
    if (length < 0 || length > most || memory.getInt(at + Integer.BYTES) != checksum(at, length)) {
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
   * Writes a file down, without a note.
   *
   * @param id not 0
   * @return its place, for {@link #remove}; or {@link #NONE} when its name is too long, or no
   *     record is free
   */
  public synchronized int add(long id, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (freeCount == 0 || bytes.length > MAX_NAME_BYTES) {
      return NONE;
    }
    int place = free[--freeCount];
    write(place * BYTES + NAME, bytes);
    write(place * BYTES + NOTE, NO_NOTE);
    LONG.setVolatile(memory, place * BYTES, id);
    return place;
  }

  /** Says something of a file, if that is what is written down there. */
  public synchronized void note(int place, long id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (idAt(place) == id && bytes.length <= MAX_NOTE_BYTES) {
      write(place * BYTES + NOTE, bytes);
    }
  }

  /** Forgets a file: when this returns, no later process takes over a block of it. */
  public synchronized void remove(int place) {
    if (idAt(place) != 0) {
      LONG.setVolatile(memory, place * BYTES, 0L);
      free[freeCount++] = place;
    }
  }

  private long idAt(int place) {
    return (long) LONG.getVolatile(memory, place * BYTES);
  }
}
