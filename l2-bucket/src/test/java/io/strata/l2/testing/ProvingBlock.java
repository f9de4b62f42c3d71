package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A block whose every byte follows from its key, so that whoever reads it can prove that it is the
 * right one, whole and in place; and which knows whether it was released exactly once.
 */
public final class ProvingBlock implements BlockSource {
  /** Blocks made and not released yet, over all tests of the process. */
  public static final AtomicLong OUTSTANDING = new AtomicLong();

  private final String file;
  private final long offset;
  private final int length;
  private final boolean inMemory;
  private final AtomicInteger releases = new AtomicInteger();

  public ProvingBlock(String file, long offset, int length) {
    this(file, offset, length, false);
  }

  public ProvingBlock(String file, long offset, int length, boolean inMemory) {
    this.file = file;
    this.offset = offset;
    this.length = length;
    this.inMemory = inMemory;
    OUTSTANDING.incrementAndGet();
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long attributes() {
    return attributes(file, offset);
  }

  @Override
  public long stamp() {
    return ~attributes();
  }

  @Override
  public boolean inMemory() {
    return inMemory;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    assertThat(releases.get()).as("releases before the copy").isZero();
    assertThat(from + part.remaining()).isLessThanOrEqualTo(length);
    long seed = attributes();
    int shift = from - part.position();
    while (part.remaining() >= Long.BYTES && (part.position() + shift) % Long.BYTES == 0) {
      part.putLong(mix(seed, part.position() + shift));
    }
    while (part.hasRemaining()) {
      part.put(byteAt(seed, part.position() + shift));
    }
  }

  @Override
  public void release() {
    assertThat(releases.incrementAndGet()).as("releases of one block").isEqualTo(1);
    OUTSTANDING.decrementAndGet();
  }

  /** Whether it may still be read from. */
  public boolean isReleased() {
    return releases.get() > 0;
  }

  /** Fails unless the bytes, in one piece or several, are those of the block of this key. */
  public static void prove(String file, long offset, long attributes, ByteBuffer... pieces) {
    long seed = attributes(file, offset);
    if (attributes != seed) {
      throw new AssertionError("attributes of another block than " + file + "@" + offset);
    }
    int at = 0;
    for (ByteBuffer bytes : pieces) {
      while (bytes.hasRemaining()) {
        boolean word = bytes.remaining() >= Long.BYTES && at % Long.BYTES == 0;
        if (word ? bytes.getLong() != mix(seed, at) : bytes.get() != byteAt(seed, at)) {
          throw new AssertionError("wrong bytes at " + at + " of " + file + "@" + offset);
        }
        at += word ? Long.BYTES : 1;
      }
    }
  }

  /** One byte of the word, big-endian, that it lies in. */
  private static byte byteAt(long seed, int at) {
    int inWord = at % Long.BYTES;
    int shift = (Long.BYTES - 1 - inWord) * Byte.SIZE;
    return (byte) (mix(seed, at - inWord) >>> shift);
  }

  private static long attributes(String file, long offset) {
    return mix(file.hashCode(), offset);
  }

  private static long mix(long seed, long at) {
    long h = seed * 0x9E3779B97F4A7C15L + at * 0xC2B2AE3D27D4EB4FL;
    h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
    return h ^ (h >>> 32);
  }
}
