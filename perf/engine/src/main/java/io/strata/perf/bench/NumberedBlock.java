package io.strata.perf.bench;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;

/**
 * A block whose words are functions of its number and their offset.
 *
 * @param length in bytes, a multiple of 8
 */
record NumberedBlock(int number, int length) implements BlockSource {
  static long word(int number, int at) {
    return (number * 0x9E3779B97F4A7C15L) ^ at;
  }

  @Override
  public long attributes() {
    return 0;
  }

  @Override
  public long stamp() {
    return 0;
  }

  @Override
  public boolean inMemory() {
    return false;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    for (int at = from; part.hasRemaining(); at += Long.BYTES) {
      part.putLong(word(number, at));
    }
  }

  @Override
  public void release() {}
}
