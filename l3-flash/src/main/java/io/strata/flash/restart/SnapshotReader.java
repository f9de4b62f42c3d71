package io.strata.flash.restart;

import io.strata.flash.memory.DirectMemory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Reads the undamaged records of a snapshot in order. Used by one thread. */
final class SnapshotReader implements Closeable {
  private static final int WINDOW_BYTES = 4 << 20;

  private final FileChannel channel;
  private DirectMemory memory = DirectMemory.allocate(WINDOW_BYTES);
  private ByteBuffer window = memory.bytes().flip();
  private long damagedBytes;

  SnapshotReader(Path file) throws IOException {
    try {
      this.channel = FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException e) {
      memory.close();
      throw e;
    }
  }

  /** Returns the next record, valid until the next call; null at the end. */
  @Nullable ByteBuffer next() throws IOException {
    while (has(SnapshotRecord.HEADER_BYTES)) {
      int bytes = SnapshotRecord.bytes(rest());
      if (bytes > 0 && has(bytes) && SnapshotRecord.isValid(rest(), bytes)) {
        ByteBuffer record = window.slice(window.position(), bytes);
        window.position(window.position() + bytes);
        return record;
      }
      // Another record may begin at any of the following units.
      window.position(window.position() + SnapshotRecord.UNIT);
      damagedBytes += SnapshotRecord.UNIT;
    }
    damagedBytes += window.remaining();
    return null;
  }

  /** Returns the bytes skipped so far. */
  long damagedBytes() {
    return damagedBytes;
  }

  private ByteBuffer rest() {
    return window.slice();
  }

  /** Returns whether this many bytes remain in the file; then they are in the window. */
  private boolean has(int bytes) throws IOException {
    if (window.remaining() >= bytes) {
      return true;
    }
    ByteBuffer filled = bytes <= window.capacity() ? window.compact() : moveTo(bytes);
    int count = 0;
    while (filled.hasRemaining() && count >= 0) {
      count = channel.read(filled);
    }
    window = filled.flip();
    return window.remaining() >= bytes;
  }

  /** Moves the contents of the window to a larger one. */
  private ByteBuffer moveTo(int bytes) {
    DirectMemory larger = DirectMemory.allocate(bytes);
    larger.bytes().put(window);
    memory.close();
    memory = larger;
    return larger.bytes();
  }

  @Override
  public void close() throws IOException {
    memory.close();
    channel.close();
  }
}
