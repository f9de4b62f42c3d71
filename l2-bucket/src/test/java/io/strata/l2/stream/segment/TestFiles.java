package io.strata.l2.stream.segment;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A storage with a file per segment. */
final class TestFiles implements SegmentStorage, AutoCloseable {
  private final Path folder;
  private final Map<String, FileChannel> files = new ConcurrentHashMap<>();
  private final AtomicInteger reads = new AtomicInteger();

  TestFiles(Path folder) {
    this.folder = folder;
  }

  private FileChannel file(String segment) {
    return files.computeIfAbsent(
        segment,
        name -> {
          try {
            return FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Persists the bytes of a segment up to an offset. */
  void persist(SegmentIndex segment, long to) throws IOException {
    FileChannel file = file(segment.name());
    while (segment.persisted() < to) {
      long from = segment.persisted();
      try (SegmentRead read = segment.read(from, (int) Math.min(to - from, Integer.MAX_VALUE))) {
        if (read == null) {
          return;
        }
        long at = from;
        for (ByteBuffer piece : read.buffers()) {
          while (piece.hasRemaining()) {
            at += file.write(piece, at);
          }
        }
        segment.persisted(at);
      }
    }
  }

  /** Returns the number of reads. */
  int reads() {
    return reads.get();
  }

  @Override
  public void read(String segment, long offset, ByteBuffer into) throws IOException {
    reads.incrementAndGet();
    long at = offset;
    while (into.hasRemaining()) {
      int count = file(segment).read(into, at);
      if (count < 0) {
        throw new EOFException(segment + " ends at " + at);
      }
      at += count;
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel file : files.values()) {
      file.close();
    }
  }
}
