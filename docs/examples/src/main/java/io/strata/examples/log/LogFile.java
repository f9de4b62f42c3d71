package io.strata.examples.log;

import io.strata.l2.stream.segment.SegmentStorage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The second storage tier: one file for one segment. Safe for one writer and many readers. */
final class LogFile implements SegmentStorage, AutoCloseable {
  private final FileChannel file;
  private final LongAdder bytesRead = new LongAdder();

  /** Creates the file, or truncates an existing one. */
  LogFile(Path path) throws IOException {
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /** Appends bytes, forces them to disk and returns the length of the file. */
  long append(List<ByteBuffer> pieces) throws IOException {
    for (ByteBuffer piece : pieces) {
      while (piece.hasRemaining()) {
        file.write(piece, file.size());
      }
    }
    file.force(false);
    return file.size();
  }

  @Override
  public void read(String segment, long offset, ByteBuffer into) throws IOException {
    bytesRead.add(into.remaining());
    long at = offset;
    while (into.hasRemaining()) {
      int count = file.read(into, at);
      if (count < 0) {
        throw new EOFException(segment + " ends at byte " + at + ".");
      }
      at += count;
    }
  }

  /** Returns the number of bytes read so far. */
  long bytesRead() {
    return bytesRead.sum();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
