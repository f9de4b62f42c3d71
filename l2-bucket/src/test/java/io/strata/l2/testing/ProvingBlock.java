package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A block whose bytes are derived from its key, so that a reader can verify that it has the right
 * block, completely and in order; its stamp is a checksum of key and length. Verifies that it is
 * released exactly once. The only block source in this module's tests.
 */
public final class ProvingBlock implements BlockSource {
  /** Number of blocks created and not released yet, over all tests of the process. */
  public static final AtomicLong OUTSTANDING = new AtomicLong();

  /** Prefix of the names of files whose blocks are compressible; all others are not. */
  public static final String SOFT = "soft";

  /** Bit of the seed of a compressible block, whose words repeat. */
  private static final long REPEATS = 1;

  private static final int REPEATED_BYTES = 4 * Long.BYTES;

  /** The calls that a store makes. */
  public enum Call {
    LENGTH,
    ATTRIBUTES,
    STAMP,
    IN_MEMORY,
    /** Reported in the middle of each part. */
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

  /** Sets a listener of the calls, which may wait or throw. */
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

  /** Returns whether the block must not be read any more. */
  public boolean isReleased() {
    return releases.get() > 0;
  }

  /** Fails unless this block, retained by a reader, has this key and is not released. */
  public void prove(String wantedFile, long wantedOffset) {
    if (!file.equals(wantedFile) || offset != wantedOffset) {
      throw new AssertionError(
          file + "@" + offset + " in flight as " + wantedFile + "@" + wantedOffset);
    }
    if (isReleased()) {
      throw new AssertionError(file + "@" + offset + " was released under its reader");
    }
  }

  /** Fails unless the bytes, in one or more pieces, are exactly those of the block of this key. */
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

  /** Returns a byte of the big-endian word that contains it. */
  private static byte byteAt(long seed, int at) {
    int inWord = at % Long.BYTES;
    int shift = (Long.BYTES - 1 - inWord) * Byte.SIZE;
    return (byte) (word(seed, at - inWord) >>> shift);
  }

  /** Returns the attributes of the block of a key, from which its bytes are derived. */
  public static long seed(String file, long offset) {
    long seed = mix(file.hashCode(), offset);
    return file.startsWith(SOFT) ? seed | REPEATS : seed & ~REPEATS;
  }

  private static long word(long seed, int at) {
    return mix(seed, (seed & REPEATS) == 0 ? at : at & -REPEATED_BYTES);
  }

  /** Returns the stamp of a block. */
  public static long checksum(String file, long offset, int length) {
    return mix(~seed(file, offset), length);
  }

  private static long mix(long seed, long at) {
    long h = seed * 0x9E3779B97F4A7C15L + at * 0xC2B2AE3D27D4EB4FL;
    h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L;
    return h ^ (h >>> 32);
  }
}
