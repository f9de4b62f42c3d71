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

/** The second tier: one file, which holds one segment. Safe for one writer and any readers. */
final class LogFile implements SegmentStorage, AutoCloseable {
  private final FileChannel file;
  private final LongAdder bytesRead = new LongAdder();

  /** Begins a file, or begins it anew. */
  LogFile(Path path) throws IOException {
    this.file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /** Appends bytes, and returns the file's length when they are on the disk. */
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
        throw new EOFException(segment + " is cut off at " + at + ".");
      }
      at += count;
    }
  }

  /** How many bytes were read so far. */
  long bytesRead() {
    return bytesRead.sum();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
