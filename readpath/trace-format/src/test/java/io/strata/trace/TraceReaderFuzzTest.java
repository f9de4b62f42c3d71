package io.strata.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.trace.Reading.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Arbitrary bytes are either read or reported as skipped. */
@Tag("fuzz")
class TraceReaderFuzzTest {
  /** Adds a valid file header, so that the rest is parsed. */
  @FuzzTest
  void bytesAreReadOrSkipped(byte[] input) throws IOException {
    ByteBuffer file =
        ByteBuffer.allocate(ChunkFormat.FILE_HEADER_BYTES + input.length)
            .put(ChunkFormat.MAGIC)
            .putInt(ChunkFormat.VERSION)
            .put(input)
            .flip();
    List<TraceRecord> records = new ArrayList<>();

    Reading reading = TraceReader.read(file, records::add);

    assertThat(reading.records()).isEqualTo(records.size());
    long skipped = reading.damage().stream().mapToLong(Damage::bytes).sum();
    assertThat(skipped).isBetween(0L, (long) input.length);
    readInChunk(input);
  }

  /** Reads the bytes in a chunk with a valid checksum. */
  private static void readInChunk(byte[] contents) throws IOException {
    if (contents.length > ChunkFormat.CHUNK_BYTES) {
      return;
    }
    ByteBuffer settings = Settings.encode(Map.of());
    ByteBuffer file =
        ByteBuffer.allocate(1 << 18).put(ChunkFormat.MAGIC).putInt(ChunkFormat.VERSION);
    putChunk(file, 0, settings);
    putChunk(file, 1, ByteBuffer.wrap(contents));
    Reading reading = TraceReader.read(file.flip(), record -> assertThat(record).isNotNull());
    assertThat(reading.damage()).hasSizeLessThanOrEqualTo(1);
  }

  private static void putChunk(ByteBuffer file, int number, ByteBuffer contents) {
    int length = contents.remaining();
    file.putInt(ChunkFormat.CHUNK_MAGIC)
        .putInt(length)
        .putInt(number)
        .putInt(ChunkFormat.checksum(length, number, contents))
        .put(contents);
  }
}
