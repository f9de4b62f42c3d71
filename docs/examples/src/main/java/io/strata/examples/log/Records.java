package io.strata.examples.log;

import io.strata.l2.stream.segment.SegmentIndex;
import io.strata.l2.stream.segment.SegmentRead;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads a log record by record and verifies that no record is missing or wrong. A record is its
 * number, followed by the last digit of the number as padding. Not thread-safe.
 */
final class Records {
  /** Length of a record, in bytes. */
  static final int BYTES = 100;

  private static final int READ_BYTES = 64 << 10;
  private static final long WAIT_MILLIS = 10_000;

  private final SegmentIndex log;
  private final ByteBuffer record = ByteBuffer.allocate(BYTES);
  private long offset;
  private long count;
  private long cachedReads;
  private long reads;

  Records(SegmentIndex log) {
    this.log = log;
  }

  /** Returns the record with a number. */
  static ByteBuffer record(long number) {
    ByteBuffer record = ByteBuffer.allocate(BYTES);
    record.putLong(number);
    while (record.hasRemaining()) {
      record.put((byte) ('0' + number % 10));
    }
    return record.flip();
  }

  /** Reads up to a number of records, and waits for records that are not appended yet. */
  void read(long wanted) throws IOException, InterruptedException {
    while (count < wanted) {
      try (SegmentRead read = log.readTail(offset, READ_BYTES, WAIT_MILLIS)) {
        if (read == null) {
          throw new IOException("Nothing was appended for %d ms.".formatted(WAIT_MILLIS));
        }
        reads++;
        cachedReads += read.wasCached() ? 1 : 0;
        offset += read.length();
        for (ByteBuffer piece : read.buffers()) {
          accept(piece);
        }
      }
    }
  }

  /** Reassembles records, which may continue in the next piece. */
  private void accept(ByteBuffer piece) throws IOException {
    while (piece.hasRemaining()) {
      int bytes = Math.min(piece.remaining(), record.remaining());
      record.put(piece.slice(piece.position(), bytes));
      piece.position(piece.position() + bytes);
      if (!record.hasRemaining()) {
        if (!record.flip().equals(record(count))) {
          throw new IOException("Record %d differs from the appended one.".formatted(count));
        }
        record.clear();
        count++;
      }
    }
  }

  /** Returns a summary of the reads as text. */
  String summary() {
    return "%,d records in %,d reads, %,d of them from memory".formatted(count, reads, cachedReads);
  }
}
