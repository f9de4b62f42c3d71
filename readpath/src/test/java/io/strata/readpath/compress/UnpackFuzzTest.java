package io.strata.readpath.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes in place of a packed block are unpacked into the block's memory or rejected. Nothing
 * around that memory is written, and nothing around the packed bytes is used.
 */
@Tag("fuzz")
class UnpackFuzzTest {
  private static final int GUARD = 4_096;
  private static final int MAX_BYTES = 1 << 16;
  private static final byte[] UNTOUCHED = guard(0x5a);
  private static final byte[] ZEROES = guard(0);
  private static final byte[] ONES = guard(0xff);

  private static final Dictionaries DICTIONARIES = new Dictionaries();
  private static final Dictionary DICTIONARY = Samples.dictionary("t/f", 1);
  private static final NativeZstd.Compressor COMPRESSOR = DICTIONARY.compressor();
  private static final Compressors KNOWN = Algorithms.with(DICTIONARIES);
  private static final Compressors IN_JAVA = new Compressors(List.of(Algorithms.zstdInJava()));

  static {
    assertThat(DICTIONARIES.add(DICTIONARY)).isTrue();
  }

  private final ByteBuffer source = ByteBuffer.allocateDirect(GUARD + 2 * MAX_BYTES + GUARD);
  private final ByteBuffer target = ByteBuffer.allocateDirect(GUARD + MAX_BYTES + GUARD);

  private static byte[] guard(int of) {
    byte[] bytes = new byte[GUARD];
    Arrays.fill(bytes, (byte) of);
    return bytes;
  }

  @FuzzTest
  void unpacksOrRejectsAnyBytes(byte[] input) {
    byte[] bytes = input.length > MAX_BYTES ? Arrays.copyOf(input, MAX_BYTES) : input;
    unpack(KNOWN, bytes);
    for (BlockCompressor by : Algorithms.ALL) {
      packAndUnpack(KNOWN, by, bytes);
    }
    packAndUnpack(IN_JAVA, Algorithms.zstdInJava(), bytes);
    unpackBehindPrefix(KNOWN, Dictionaries.ID, bytes);
    unpackBehindPrefix(KNOWN, Dictionaries.ID, withDictionary(bytes));
    ByteBuffer to = ByteBuffer.allocateDirect(2 * bytes.length + GUARD);
    Compressors.putPrefix(Dictionaries.ID, bytes.length, to);
    assertThat(Dictionaries.compress(DICTIONARY, COMPRESSOR, direct(bytes), to)).isTrue();
    unpackDamaged(KNOWN, to.flip(), bytes);
  }

  private void packAndUnpack(Compressors known, BlockCompressor by, byte[] bytes) {
    unpackBehindPrefix(known, by.id(), bytes);
    ByteBuffer to = ByteBuffer.allocateDirect(Compressors.maxPackedBytes(by, bytes.length));
    Compressors.pack(by, direct(bytes), to);
    unpackDamaged(known, to.flip(), bytes);
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  /** Inserts the known dictionary's id behind the length, so that the rest reaches zstd. */
  private static byte[] withDictionary(byte[] input) {
    if (input.length < Short.BYTES) {
      return input;
    }
    return ByteBuffer.allocate(input.length + Long.BYTES)
        .put(input, 0, Short.BYTES)
        .putLong(DICTIONARY.id())
        .put(input, Short.BYTES, input.length - Short.BYTES)
        .array();
  }

  /** The first two bytes are the length of the raw block, the others its compressed form. */
  private void unpackBehindPrefix(Compressors known, int algorithm, byte[] input) {
    if (input.length >= Short.BYTES) {
      int bytes = ByteBuffer.wrap(input).getShort() & 0xffff;
      byte[] packed = new byte[Compressors.PREFIX_BYTES + input.length - Short.BYTES];
      ByteBuffer.wrap(packed)
          .putInt((algorithm << 24) | bytes)
          .put(input, Short.BYTES, input.length - Short.BYTES);
      unpack(known, packed);
    }
  }

  /** Damages the packed form of the input at positions that its first bytes select. */
  private void unpackDamaged(Compressors known, ByteBuffer form, byte[] input) {
    byte[] packed = new byte[form.remaining()];
    form.get(packed);
    assertThat(unpack(known, packed)).isEqualTo(input);
    for (int i = 0; i + Short.BYTES < Math.min(input.length, 12); i += Short.BYTES + 1) {
      byte[] damaged = packed.clone();
      int at = (ByteBuffer.wrap(input).getShort(i) & 0xffff) % packed.length;
      damaged[at] = input[i + Short.BYTES];
      unpack(known, damaged);
      unpack(known, Arrays.copyOf(packed, at));
    }
  }

  /** Unpacks a block twice with different bytes around it; returns null if it is rejected. */
  private byte @Nullable [] unpack(Compressors known, byte[] packed) {
    byte[] once = unpack(known, packed, ZEROES);
    assertThat(unpack(known, packed, ONES)).as("with other bytes around it").isEqualTo(once);
    return once;
  }

  private byte @Nullable [] unpack(Compressors known, byte[] packed, byte[] around) {
    source.put(0, around).put(GUARD, packed).put(GUARD + packed.length, around);
    ByteBuffer from = source.slice(GUARD, packed.length);
    int bytes = packed.length < Compressors.PREFIX_BYTES ? 0 : Compressors.rawBytes(from);
    if (bytes > MAX_BYTES) {
      return null;
    }
    target.put(0, UNTOUCHED).put(GUARD + bytes, UNTOUCHED);
    try {
      known.unpack(from, target.slice(GUARD, bytes));
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("(?i)(?s).*packed block.*");
      return null;
    } finally {
      proveUntouched(0);
      proveUntouched(GUARD + bytes);
    }
    byte[] raw = new byte[bytes];
    target.get(GUARD, raw);
    return raw;
  }

  private void proveUntouched(int from) {
    int at = target.slice(from, GUARD).mismatch(ByteBuffer.wrap(UNTOUCHED));
    assertThat(at).as("write after position %d", from - GUARD).isEqualTo(-1);
  }
}
