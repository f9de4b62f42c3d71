package io.strata.trace;

import static io.strata.trace.ChunkFormat.CHUNK_BYTES;
import static io.strata.trace.ChunkFormat.CHUNK_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.CHUNK_MAGIC;
import static io.strata.trace.ChunkFormat.FILE_HEADER_BYTES;
import static io.strata.trace.ChunkFormat.MAGIC;
import static io.strata.trace.ChunkFormat.VERSION;

import io.strata.trace.Reading.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads a file and reports the ranges that could not be read. A record is delivered only if the
 * checksum of its chunk is valid and the name of its file is known. After damage, reading continues
 * at the next undamaged chunk. Not thread-safe.
 */
public final class TraceReader {
  private static final int SETTINGS_NUMBER = 0;

  private final ByteBuffer file;
  private final Consumer<TraceRecord> consumer;
  private final ChunkDecoder decoder = new ChunkDecoder();
  private final List<Damage> damage = new ArrayList<>();
  private Map<String, String> settings = Map.of();
  private long records;
  private int nextNumber;

  private TraceReader(ByteBuffer file, Consumer<TraceRecord> consumer) {
    this.file = file;
    this.consumer = consumer;
  }

  /**
   * Reads a file of up to 2 GB, which may still be written to.
   *
   * @param consumer receives each record, in file order
   * @throws IOException if the file cannot be read, is not a trace, or has another version; the
   *     message names the file and is for the user
   */
  public static Reading read(Path path, Consumer<TraceRecord> consumer) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      long bytes = channel.size();
      if (bytes > Integer.MAX_VALUE) {
        throw new IOException("it is larger than 2 GB");
      }
      return read(channel.map(MapMode.READ_ONLY, 0, bytes), consumer);
    } catch (IOException e) {
      throw new IOException(path + " cannot be read as a trace: " + e.getMessage() + ".", e);
    }
  }

  /** Reads bytes in memory; the message is the end of that of {@link #read(Path, Consumer)}. */
  static Reading read(ByteBuffer bytes, Consumer<TraceRecord> consumer) throws IOException {
    return new TraceReader(bytes, consumer).read();
  }

  private Reading read() throws IOException {
    if (readFileHeader()) {
      int at = FILE_HEADER_BYTES;
      while (at < file.limit()) {
        at = readFrom(at);
      }
    }
    return new Reading(settings, records, decoder.unnamed(), List.copyOf(damage));
  }

  /** Checks the file header. Returns false if the file ends within it. */
  private boolean readFileHeader() throws IOException {
    ByteBuffer known = ByteBuffer.allocate(FILE_HEADER_BYTES).put(MAGIC).putInt(VERSION).flip();
    int there = Math.min(file.limit(), FILE_HEADER_BYTES);
    int same = Math.min(there, MAGIC.length);
    if (!file.slice(0, same).equals(known.slice(0, same))) {
      throw new IOException("it does not begin with the magic of a trace");
    }
    if (there < FILE_HEADER_BYTES) {
      damage.add(new Damage(0, there, "the file ends within its header"));
      return false;
    }
    int version = file.getInt(MAGIC.length);
    if (version != VERSION) {
      throw new IOException(
          "it has version " + version + ", but only " + VERSION + " is supported");
    }
    return true;
  }

  /** Reads the chunk at an offset, or skips what is not one. Returns the offset to continue at. */
  private int readFrom(int at) {
    if (!isChunk(at)) {
      int next = at + 1;
      while (next < file.limit() && !isChunk(next)) {
        next++;
      }
      boolean torn = next == file.limit();
      skip(at, next, torn ? "no complete chunk up to the end of the file" : "no complete chunk");
      return next;
    }
    int length = file.getInt(at + 4);
    int number = file.getInt(at + 8);
    int end = at + CHUNK_HEADER_BYTES + length;
    if (number < nextNumber) {
      skip(at, end, "chunk " + number + " follows chunk " + (nextNumber - 1));
      return end;
    }
    if (number > nextNumber && !isAfterDamage(at)) {
      skip(at, at, "chunks " + nextNumber + " to " + (number - 1) + " are missing");
    }
    nextNumber = number + 1;
    try {
      deliver(number, file.slice(at + CHUNK_HEADER_BYTES, length));
    } catch (MalformedException e) {
      skip(at, end, e.reason());
    }
    return end;
  }

  private void deliver(int number, ByteBuffer contents) throws MalformedException {
    if (number == SETTINGS_NUMBER) {
      settings = Settings.decode(contents);
      return;
    }
    List<TraceRecord> read = decoder.decode(contents);
    records += read.size();
    read.forEach(consumer);
  }

  /** Returns whether damage precedes this offset; missing chunks are then those skipped. */
  private boolean isAfterDamage(int at) {
    Damage last = damage.isEmpty() ? null : damage.get(damage.size() - 1);
    return last != null && last.at() + last.bytes() == at;
  }

  private boolean isChunk(int at) {
    if (at > file.limit() - CHUNK_HEADER_BYTES || file.getInt(at) != CHUNK_MAGIC) {
      return false;
    }
    int length = file.getInt(at + 4);
    if (length < 0 || length > CHUNK_BYTES || length > file.limit() - CHUNK_HEADER_BYTES - at) {
      return false;
    }
    ByteBuffer contents = file.slice(at + CHUNK_HEADER_BYTES, length);
    return ChunkFormat.checksum(length, file.getInt(at + 8), contents) == file.getInt(at + 12);
  }

  private void skip(int from, int to, String cause) {
    damage.add(new Damage(from, to - from, cause));
  }
}
