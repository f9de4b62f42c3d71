package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A block whose every byte follows from its key, so that whoever reads it can prove that it is the
 * right one, whole and in place; its second word is a checksum of key and length. It knows whether
 * it was released exactly once. The one source of blocks in this module's tests.
 */
public final class ProvingBlock implements BlockSource {
  /** Blocks made and not released yet, over all tests of the process. */
  public static final AtomicLong OUTSTANDING = new AtomicLong();

  /** The blocks of files whose names begin so can be compressed; those of others cannot. */
  public static final String SOFT = "soft";

  /** In the seed of a block that can be compressed: words repeat. */
  private static final long REPEATS = 1;

  private static final int REPEATED_BYTES = 4 * Long.BYTES;

  /** What a store asks of a block. */
  public enum Call {
    LENGTH,
    ATTRIBUTES,
    STAMP,
    IN_MEMORY,
    /** Told in the middle of each part. */
    WRITE,
    RELEASE
  }

  private final String file;
  private final long offset;
  private final int length;
  private final boolean inMemory;
  private final AtomicInteger releases = new AtomicInteger();
  private Consumer<Call> onCall = call -> {};

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

  /** Has somebody told of each call, who may wait there, or throw. */
  public ProvingBlock on(Consumer<Call> listener) {
    onCall = listener;
    return this;
  }

  public String file() {
    return file;
  }

  public long offset() {
    return offset;
  }

  @Override
  public int length() {
    onCall.accept(Call.LENGTH);
    return length;
  }

  @Override
  public long attributes() {
    onCall.accept(Call.ATTRIBUTES);
    return seed(file, offset);
  }

  @Override
  public long stamp() {
    onCall.accept(Call.STAMP);
    return checksum(file, offset, length);
  }

  @Override
  public boolean inMemory() {
    onCall.accept(Call.IN_MEMORY);
    return inMemory;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    assertThat(releases.get()).as("releases before the copy").isZero();
    assertThat(from + part.remaining()).isLessThanOrEqualTo(length);
    int end = part.limit();
    int shift = from - part.position();
    part.limit(part.position() + part.remaining() / 2 / Long.BYTES * Long.BYTES);
    fill(part, shift);
    onCall.accept(Call.WRITE);
    part.limit(end);
    fill(part, shift);
  }

  private void fill(ByteBuffer part, int shift) {
    long seed = seed(file, offset);
    while (part.remaining() >= Long.BYTES && (part.position() + shift) % Long.BYTES == 0) {
      part.putLong(word(seed, part.position() + shift));
    }
    while (part.hasRemaining()) {
      part.put(byteAt(seed, part.position() + shift));
    }
  }

  @Override
  public void release() {
    assertThat(releases.incrementAndGet()).as("releases of one block").isEqualTo(1);
    OUTSTANDING.decrementAndGet();
    onCall.accept(Call.RELEASE);
  }

  /** Whether it may still be read from. */
  public boolean isReleased() {
    return releases.get() > 0;
  }

  /** Fails unless this, which a reader holds, is the block of this key and may be read. */
  public void prove(String wantedFile, long wantedOffset) {
    if (!file.equals(wantedFile) || offset != wantedOffset) {
      throw new AssertionError(
          file + "@" + offset + " in flight as " + wantedFile + "@" + wantedOffset);
    }
    if (isReleased()) {
      throw new AssertionError(file + "@" + offset + " was released under its reader");
    }
  }

  /**
   * Fails unless the bytes, in one piece or several, are those of the block of this key, all of
   * them and no more.
   */
  public static void prove(
      String file, long offset, long attributes, long stamp, ByteBuffer... pieces) {
    long seed = seed(file, offset);
    if (attributes != seed) {
      throw new AssertionError("attributes of another block than " + file + "@" + offset);
    }
    int at = 0;
    for (ByteBuffer bytes : pieces) {
      while (bytes.hasRemaining()) {
        boolean word = bytes.remaining() >= Long.BYTES && at % Long.BYTES == 0;
        if (word ? bytes.getLong() != word(seed, at) : bytes.get() != byteAt(seed, at)) {
          throw new AssertionError("wrong bytes at " + at + " of " + file + "@" + offset);
        }
        at += word ? Long.BYTES : 1;
      }
    }
    if (stamp != checksum(file, offset, at)) {
      throw new AssertionError(file + "@" + offset + " is not " + at + " bytes long");
    }
  }

  /** One byte of the word, big-endian, that it lies in. */
  private static byte byteAt(long seed, int at) {
    int inWord = at % Long.BYTES;
    int shift = (Long.BYTES - 1 - inWord) * Byte.SIZE;
    return (byte) (word(seed, at - inWord) >>> shift);
  }

  /** The first word of the block of a key, from which its bytes follow. */
  public static long seed(String file, long offset) {
    long seed = mix(file.hashCode(), offset);
    return file.startsWith(SOFT) ? seed | REPEATS : seed & ~REPEATS;
  }

  private static long word(long seed, int at) {
    return mix(seed, (seed & REPEATS) == 0 ? at : at & -REPEATED_BYTES);
  }

  /** The second word of a block. */
  public static long checksum(String file, long offset, int length) {
    return mix(~seed(file, offset), length);
  }

  private static long mix(long seed, long at) {
    long h = seed * 0x9E3779B97F4A7C15L + at * 0xC2B2AE3D27D4EB4FL;
    h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
    return h ^ (h >>> 32);
  }
}
