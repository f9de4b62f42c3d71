package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.StreamStatistics;
import io.strata.l2.stream.layout.StreamLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * An index over files, with segments whose bytes are derived from name and offset. Verifies on
 * close that no block and no pin has leaked.
 */
final class TestIndex implements AutoCloseable {
  /** Bytes of the cache: two buffers. */
  static final int CAPACITY = 2 * StreamLayout.BUFFER_BYTES;

  private final TestFiles files;
  private final ReadIndex index;

  TestIndex(Path folder, ReadIndexOptions options) {
    this.files = new TestFiles(folder);
    this.index = new ReadIndex(options, files);
  }

  TestIndex(ReadIndexOptions options, Path folder, SegmentStorage storage) {
    this.files = new TestFiles(folder);
    this.index = new ReadIndex(options, storage);
  }

  /** Returns options with two buffers, entries and prefetches of this size, and no time-out. */
  static ReadIndexOptions options(int entryBytes, int prefetchBytes) {
    return ReadIndexOptions.ofBytes(CAPACITY)
        .withEntryBytes(entryBytes)
        .withPrefetchBytes(prefetchBytes)
        .withWaitMillis(0);
  }

  ReadIndex index() {
    return index;
  }

  TestFiles files() {
    return files;
  }

  // ---- content

  static byte byteAt(String segment, long offset) {
    long mixed = (segment.hashCode() * 0x9E3779B97F4A7C15L + offset) * 0xD6E8FEB86659FD93L;
    return (byte) (mixed >>> 40);
  }

  static byte[] bytes(String segment, long offset, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = byteAt(segment, offset + i);
    }
    return bytes;
  }

  static long append(SegmentIndex segment, int count) {
    long end = segment.end();
    return segment.append(end, ByteBuffer.wrap(bytes(segment.name(), end, count)));
  }

  void persistAll(SegmentIndex segment) throws IOException {
    files.persist(segment, segment.end());
  }

  /** Reads and verifies bytes; returns the offset after them. */
  static long check(SegmentIndex segment, long offset, int bytes) throws IOException {
    try (SegmentRead read = segment.read(offset, bytes)) {
      return check(segment, offset, bytes, read);
    }
  }

  static long check(SegmentIndex segment, long offset, int bytes, SegmentRead read) {
    assertThat(read).isNotNull();
    assertThat(read.length()).isBetween(1, bytes);
    byte[] found = read.toByteArray();
    for (int i = 0; i < found.length; i++) {
      if (found[i] != byteAt(segment.name(), offset + i)) {
        throw new AssertionError(
            "Byte %d of %s is another's.".formatted(offset + i, segment.name()));
      }
    }
    return offset + found.length;
  }

  /** Reads and verifies all bytes from an offset. */
  static void checkFrom(SegmentIndex segment, long offset) throws IOException {
    long end = segment.end();
    for (long at = offset; at < end; ) {
      at = check(segment, at, 100_000);
    }
  }

  /** Returns whether a byte is in memory, without counting a use. */
  static boolean isCached(SegmentIndex segment, long offset) {
    return !segment.entries().isEmpty(new ByteRange(offset, offset + 1));
  }

  @Override
  public void close() throws IOException {
    assertThat(index.audit()).isEmpty();
    index.segments().forEach(each -> index.delete(each.name()));
    StreamStatistics memory = index.memory();
    assertThat(memory.usedBlocks()).as("leaked blocks").isZero();
    assertThat(memory.deletedInUse()).as("entries in use").isZero();
    assertThat(index.audit()).isEmpty();
    index.close();
    files.close();
  }
}
