package io.strata.trace;

import static io.strata.trace.ChunkFormat.CHUNK_BYTES;
import static io.strata.trace.ChunkFormat.CHUNK_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.FILE_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.MAGIC;
import static io.strata.trace.ChunkFormat.MARK;
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
 * Writes one file, chunk by chunk: 64 KB of heap, and no garbage for a record. What was written is
 * not forced to the device: it survives the end of the process, not that of the machine. Not
 * thread-safe.
 */
public final class TraceWriter implements Closeable {
  /** How many bytes one record with its file's name may add to a file, at most. */
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
   * @param out where it is written; closed with this
   * @param settings what a reader should know of the recorder, less than 64 KB together
   * @throws IllegalArgumentException when they are more
   * @throws IOException what the channel throws; what is in it then is no whole file
   */
  public TraceWriter(WritableByteChannel out, Map<String, String> settings) throws IOException {
    this.out = out;
    header.put(MAGIC).putInt(VERSION);
    writeChunk(Settings.encode(settings));
  }

  /** Bytes of the file so far, with those that are not written yet. */
  public long bytes() {
    return bytes + (chunk.isEmpty() ? 0 : CHUNK_HEADER_BYTES + CHUNK_BYTES);
  }

  /** Whether this file has the name of that file already. */
  public boolean knows(int file) {
    return defined.get(file);
  }

  /**
   * Tells a file's name, before the first record of it.
   *
   * @param file the number of it in this file, 0 or more, which no other has
   * @param name cut short after 4 KB
   */
  public void define(int file, String name, long millis) throws IOException {
    byte[] utf8 = name.getBytes(UTF_8);
    byte[] put = utf8.length <= MAX_NAME_BYTES ? utf8 : Arrays.copyOf(utf8, MAX_NAME_BYTES);
    if (!chunk.hasRoomForName(put.length)) {
      flush();
    }
    chunk.define(file, put, millis);
    defined.set(file);
  }

  /**
   * Adds a record.
   *
   * @param kind the code of a {@link RecordKind}
   * @param attributes of {@link Attributes}
   * @param millis since 1970
   * @param file a number that was told with {@link #define}; 0 or more
   */
  public void add(int kind, int attributes, long millis, int file, long offset, long length)
      throws IOException {
    if (!chunk.hasRoom()) {
      flush();
    }
    chunk.add(kind, attributes, millis, file, offset, length);
  }

  /** Writes what was added, as a chunk. */
  public void flush() throws IOException {
    if (!chunk.isEmpty()) {
      writeChunk(chunk.take());
    }
  }

  private void writeChunk(ByteBuffer contents) throws IOException {
    int length = contents.remaining();
    header
        .putInt(MARK)
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

  /** Writes what was added, and closes the channel even if that fails. */
  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
