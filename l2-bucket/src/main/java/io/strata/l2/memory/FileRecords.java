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

/**
 * The names and ids of the files that have blocks in {@link KeptMemory}, a record each, so that the
 * next process knows whose the blocks are: their headers have the ids alone. Thread-safe.
 *
 * <pre>
 * byte  0      8        12         16
 *      +------+--------+----------+----------------------+
 *      |  id  | length | checksum | name, in UTF-8       |
 *      +------+--------+----------+----------------------+
 * </pre>
 *
 * A record is valid from the store of its id on, which comes last, until that is set to 0. So a
 * process that is killed leaves whole records. A block whose file has no record is dropped: one of
 * a file that was evicted, and one of a file whose name is too long or for which no record was
 * free.
 */
public final class FileRecords {
  /** Bytes of a record. */
  static final int BYTES = 512;

  /** What {@link #add} answers when the file cannot be written down. */
  public static final int NONE = -1;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int LENGTH = 8;
  private static final int CHECKSUM = 12;
  private static final int NAME = 16;

  /** A file for so many bytes of buckets, twice: of some, few blocks are left. */
  private static final int BYTES_OF_FILE = BucketLayout.BUCKET_BYTES / 8;

  private static final int FEWEST = 1 << 10;
  private static final int MOST = Integer.MAX_VALUE / 2 / BYTES;

  /**
   * A file that was written down.
   *
   * @param place which record it is
   */
  public record Entry(int place, long id, String name) {}

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
    return (int) Math.max(FEWEST, Math.min(MOST, bytes / BYTES_OF_FILE));
  }

  /** The files that are written down. A record that is damaged is freed. */
  public synchronized List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    for (int place = 0; place < free.length; place++) {
      long id = idAt(place);
      if (id != 0) {
        int length = memory.getInt(place * BYTES + LENGTH);
        if (length >= 0
            && length <= BYTES - NAME
            && memory.getInt(place * BYTES + CHECKSUM) == checksum(place, length)) {
          all.add(new Entry(place, id, nameAt(place, length)));
        } else {
          remove(place);
        }
      }
    }
    return all;
  }

  private String nameAt(int place, int length) {
    byte[] name = new byte[length];
    memory.get(place * BYTES + NAME, name);
    return new String(name, StandardCharsets.UTF_8);
  }

  /**
   * Writes a file down.
   *
   * @param id not 0
   * @return its place, for {@link #remove}; or {@link #NONE} when its name is too long, or no
   *     record is free
   */
  public synchronized int add(long id, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (freeCount == 0 || bytes.length > BYTES - NAME) {
      return NONE;
    }
    int place = free[--freeCount];
    memory.put(place * BYTES + NAME, bytes);
    memory.putInt(place * BYTES + LENGTH, bytes.length);
    memory.putInt(place * BYTES + CHECKSUM, checksum(place, bytes.length));
    LONG.setVolatile(memory, place * BYTES, id);
    return place;
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

  /** Of the name alone: a killed process leaves nothing half written under an id. */
  private int checksum(int place, int length) {
    CRC32C sum = new CRC32C();
    sum.update(memory.slice(place * BYTES + NAME, length));
    return (int) sum.getValue();
  }
}
