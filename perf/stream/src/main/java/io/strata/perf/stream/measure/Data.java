package io.strata.perf.stream.measure;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Test data that begins with a number, and a check of the data read back. Not thread-safe. */
final class Data {
  private final byte[] written;
  private final byte[] read;

  /**
   * Creates random data.
   *
   * @param bytes length, at least 4
   */
  Data(int bytes) {
    written = new byte[bytes];
    read = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(written);
  }

  /** Returns the data with a number, always in the same array. */
  byte[] of(int number) {
    ByteBuffer.wrap(written).putInt(0, number);
    return written;
  }

  /** Returns the array to read into. */
  byte[] into() {
    return read;
  }

  /**
   * Checks the length, the number and the last byte of the data read; comparing all bytes would
   * take longer than reading them.
   *
   * @throws IllegalStateException if they differ from the data written
   */
  void check(int number, int length) {
    int last = written.length - 1;
    if (length != written.length
        || ByteBuffer.wrap(read).getInt(0) != number
        || read[last] != written[last]) {
      throw new IllegalStateException("An engine returned other bytes than were inserted.");
    }
  }
}
