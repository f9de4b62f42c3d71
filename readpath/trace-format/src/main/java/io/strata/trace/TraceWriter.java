package io.strata.trace;

import static io.strata.trace.ChunkFormat.CHUNK_BYTES;
import static io.strata.trace.ChunkFormat.CHUNK_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.CHUNK_MAGIC;
import static io.strata.trace.ChunkFormat.FILE_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.MAGIC;
import static io.strata.trace.ChunkFormat.MAX_NAME_BYTES;
import static io.strata.trace.ChunkFormat.VERSION;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * Writes a file in chunks, with 64 KB of heap and no allocation per record. The file is not forced
 * to the device: it survives the end of the process, but not a crash of the machine. Not
 * thread-safe.
 */
public final class TraceWriter implements Closeable {
  /** The maximum bytes that one record and its file's name add to a file. */
  public static final int MAX_ADDED_BYTES = 2 * (CHUNK_BYTES + CHUNK_HEADER_BYTES);

  private final WritableByteChannel out;
  private final ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_BYTES + CHUNK_HEADER_BYTES);
  private final ChunkEncoder chunk = new ChunkEncoder();
  private final BitSet defined = new BitSet();
  private int chunks;
  private long bytes;

  /**
   * Begins a file.
   *
   * @param out the destination; closed with this writer
   * @param settings of the recorder, for readers; less than 64 KB in total
   * @throws IllegalArgumentException if they are longer
   * @throws IOException from the channel; the file is then incomplete
   */
  public TraceWriter(WritableByteChannel out, Map<String, String> settings) throws IOException {
    this.out = out;
    header.put(MAGIC).putInt(VERSION);
    writeChunk(Settings.encode(settings));
  }

  /** Returns the bytes of the file so far, including those not written yet. */
  public long bytes() {
    return bytes + (chunk.isEmpty() ? 0 : CHUNK_HEADER_BYTES + CHUNK_BYTES);
  }

  /** Returns whether the name of a file was defined. */
  public boolean knows(int file) {
    return defined.get(file);
  }

  /**
   * Defines the name of a file, before the first record that uses it.
   *
   * @param file a number unique within this file, 0 or more
   * @param name truncated to 4 KB
   */
  public void define(int file, String name, long millis) throws IOException {
    byte[] utf8 = name.getBytes(UTF_8);
    byte[] put = utf8.length <= MAX_NAME_BYTES ? utf8 : Arrays.copyOf(utf8, MAX_NAME_BYTES);
    if (!chunk.hasSpaceForName(put.length)) {
      flush();
    }
    chunk.define(file, put, millis);
    defined.set(file);
  }

  /**
   * Adds a record.
   *
   * @param kind the code of a {@link RecordKind}
   * @param attributes packed by {@link Attributes}
   * @param millis since 1970
   * @param file a number defined with {@link #define}
   */
  public void add(int kind, int attributes, long millis, int file, long offset, long length)
      throws IOException {
    if (!chunk.hasSpace()) {
      flush();
    }
    chunk.add(kind, attributes, millis, file, offset, length);
  }

  /** Writes the records added so far as a chunk. */
  public void flush() throws IOException {
    if (!chunk.isEmpty()) {
      writeChunk(chunk.take());
    }
  }

  private void writeChunk(ByteBuffer contents) throws IOException {
    int length = contents.remaining();
    header
        .putInt(CHUNK_MAGIC)
        .putInt(length)
        .putInt(chunks)
        .putInt(ChunkFormat.checksum(length, chunks, contents))
        .flip();
    bytes += header.remaining() + length;
    chunks++;
    writeAll(header);
    writeAll(contents);
    header.clear();
  }

  private void writeAll(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      out.write(buffer);
    }
  }

  /** Flushes, and closes the channel even if that fails. */
  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
