package io.strata.perf.stream.measure;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Bytes to be cached, which begin with a number, and whether they came back. One thread's. */
final class Data {
  private final byte[] written;
  private final byte[] read;

  /**
   * Random bytes.
   *
   * @param bytes at least those of a number
   */
  Data(int bytes) {
    written = new byte[bytes];
    read = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(written);
  }

  /** The bytes with a number, in an array that is the same each time. */
  byte[] of(int number) {
    ByteBuffer.wrap(written).putInt(0, number);
    return written;
  }

  /** Where to read to. */
  byte[] into() {
    return read;
  }

  /**
   * Compares what was read, by its length, its number and its end: all of it would take longer than
   * to read it.
   *
   * @throws IllegalStateException when it is not what was written
   */
  void check(int number, int length) {
    int last = written.length - 1;
    if (length != written.length
        || ByteBuffer.wrap(read).getInt(0) != number
        || read[last] != written[last]) {
      throw new IllegalStateException("An engine returned other bytes than it was given.");
    }
  }
}
