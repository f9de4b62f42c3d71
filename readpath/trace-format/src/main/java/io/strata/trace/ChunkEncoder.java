package io.strata.trace;

import static io.strata.trace.ChunkFormat.CHUNK_BYTES;
import static io.strata.trace.ChunkFormat.MAX_RECORD_BYTES;
import static io.strata.trace.ChunkFormat.SAME_ATTRIBUTES;
import static io.strata.trace.ChunkFormat.SAME_FILE;
import static io.strata.trace.ChunkFormat.SAME_LENGTH;
import static io.strata.trace.ChunkFormat.SAME_TIME;

import java.nio.ByteBuffer;

/** Encodes the contents of one chunk at a time. Allocates nothing per record. Not thread-safe. */
final class ChunkEncoder {
  private static final int NO_FILE = -1;

  private final ByteBuffer contents = ByteBuffer.allocate(CHUNK_BYTES);
  private long millis;
  private int attributes;
  private int file = NO_FILE;
  private long offset;
  private long length;

  boolean isEmpty() {
    return contents.position() == 0;
  }

  /** Returns whether another record fits in any case. */
  boolean hasSpace() {
    return contents.remaining() >= Varints.MAX_BYTES + MAX_RECORD_BYTES;
  }

  /** Returns whether a name of this many bytes fits in any case. */
  boolean hasSpaceForName(int bytes) {
    return contents.remaining() >= 4 * Varints.MAX_BYTES + bytes;
  }

  void add(
      int kind, int newAttributes, long newMillis, int newFile, long newOffset, long newLength) {
    begin(newMillis);
    boolean sameFile = newFile == file;
    contents.put(
        (byte)
            (kind
                | (sameFile ? SAME_FILE : 0)
                | (newMillis == millis ? SAME_TIME : 0)
                | (newAttributes == attributes ? SAME_ATTRIBUTES : 0)
                | (newLength == length ? SAME_LENGTH : 0)));
    if (newAttributes != attributes) {
      contents.put((byte) newAttributes);
    }
    if (newMillis != millis) {
      Varints.putDifference(contents, newMillis - millis);
    }
    if (sameFile) {
      Varints.putDifference(contents, newOffset - offset);
    } else {
      Varints.put(contents, newFile);
      Varints.put(contents, newOffset);
    }
    if (newLength != length) {
      Varints.putDifference(contents, newLength - length);
    }
    attributes = newAttributes;
    millis = newMillis;
    file = newFile;
    offset = newOffset;
    length = newLength;
  }

  void define(int definedFile, byte[] name, long now) {
    begin(now);
    contents.put((byte) RecordKind.DEFINITION);
    Varints.put(contents, definedFile);
    Varints.put(contents, name.length);
    contents.put(name);
  }

  private void begin(long now) {
    if (isEmpty()) {
      Varints.put(contents, now);
      millis = now;
    }
  }

  /**
   * Returns the contents, to be read before the next call of another method, and starts a new
   * chunk.
   */
  ByteBuffer take() {
    ByteBuffer taken = contents.duplicate().flip();
    contents.clear();
    millis = 0;
    attributes = 0;
    file = NO_FILE;
    offset = 0;
    length = 0;
    return taken;
  }
}
