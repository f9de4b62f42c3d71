package io.strata.trace;

import static io.strata.trace.ChunkFormat.KIND_MASK;
import static io.strata.trace.ChunkFormat.MAX_NAME_BYTES;
import static io.strata.trace.ChunkFormat.SAME_ATTRIBUTES;
import static io.strata.trace.ChunkFormat.SAME_FILE;
import static io.strata.trace.ChunkFormat.SAME_LENGTH;
import static io.strata.trace.ChunkFormat.SAME_TIME;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the chunks of one file in order, and keeps the names of files. Not thread-safe. */
final class ChunkDecoder {
  private static final int BYTE_MASK = 0xff;

  private final Map<Long, String> names = new HashMap<>();
  private long unnamed;

  /**
   * Returns the number of records skipped because their files' names were lost with other chunks.
   */
  long unnamed() {
    return unnamed;
  }

  /**
   * Decodes all records of a chunk.
   *
   * @throws MalformedException if {@link ChunkEncoder} did not write these bytes
   */
  List<TraceRecord> decode(ByteBuffer contents) throws MalformedException {
    try {
      return new OneChunk(contents).records();
    } catch (BufferUnderflowException e) {
      throw new MalformedException("the last record is truncated");
    }
  }

  /** The state within a chunk. */
  private final class OneChunk {
    private final ByteBuffer contents;
    private final Map<Long, String> defined = new HashMap<>();
    private final List<TraceRecord> records = new ArrayList<>();
    private long millis;
    private int attributes;
    private long file = -1;
    private long offset;
    private long length;
    private long left;

    OneChunk(ByteBuffer contents) {
      this.contents = contents;
    }

    List<TraceRecord> records() throws MalformedException {
      millis = Varints.get(contents);
      while (contents.hasRemaining()) {
        next();
      }
      names.putAll(defined);
      unnamed += left;
      return records;
    }

    private void next() throws MalformedException {
      int head = contents.get();
      int kind = head & KIND_MASK;
      if (head < 0 || kind == 0) {
        throw new MalformedException("unknown record kind " + (head & BYTE_MASK));
      }
      if (kind == RecordKind.DEFINITION) {
        define();
      } else {
        update(head);
        add(RecordKind.of(kind));
      }
    }

    private void define() throws MalformedException {
      long id = Varints.get(contents);
      long bytes = Varints.get(contents);
      if (bytes < 0 || bytes > MAX_NAME_BYTES) {
        throw new MalformedException("a name of " + bytes + " bytes");
      }
      byte[] name = new byte[(int) bytes];
      contents.get(name);
      defined.put(id, new String(name, UTF_8));
    }

    private void update(int head) throws MalformedException {
      if ((head & SAME_ATTRIBUTES) == 0) {
        attributes = contents.get() & BYTE_MASK;
      }
      if ((head & SAME_TIME) == 0) {
        millis += Varints.getDifference(contents);
      }
      if ((head & SAME_FILE) == 0) {
        file = Varints.get(contents);
        offset = Varints.get(contents);
      } else {
        offset += Varints.getDifference(contents);
      }
      if ((head & SAME_LENGTH) == 0) {
        length += Varints.getDifference(contents);
      }
    }

    private void add(RecordKind kind) {
      String name = kind == RecordKind.DROPPED ? "" : nameOf(file);
      if (name == null) {
        left++;
        return;
      }
      records.add(
          new TraceRecord(
              kind,
              millis,
              name,
              offset,
              length,
              Attributes.type(attributes),
              Attributes.outcome(attributes),
              Attributes.hints(attributes)));
    }

    private @Nullable String nameOf(long id) {
      String name = defined.get(id);
      return name == null ? names.get(id) : name;
    }
  }
}
