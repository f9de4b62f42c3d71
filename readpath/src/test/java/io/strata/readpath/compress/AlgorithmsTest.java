package io.strata.readpath.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compression round-trips; damaged input is rejected or decompressed within the bounds. */
class AlgorithmsTest {
  private static final int BLOCK = 65_537;
  private static final int GUARD = 4_096;
  private static final int SOFT_PIECE = 32;
  private static final byte UNTOUCHED = 0x5a;
  private static final Compressors KNOWN = new Compressors(Algorithms.ALL);

  /** Returns all algorithms that this JVM supports, each by both libraries if possible. */
  static Stream<BlockCompressor> algorithms() {
    return Stream.of(
            Algorithms.fastLz4(), Algorithms.safeLz4(), Algorithms.ZSTD, Algorithms.zstdInJava())
        .filter(Algorithms::runs);
  }

  /** Returns random or repetitive bytes, without HBase's classes, which need Unsafe. */
  private static byte[] contents(boolean soft, int bytes) {
    byte[] contents = new byte[bytes];
    new Random(bytes).nextBytes(contents);
    for (int i = SOFT_PIECE; soft && i < bytes; i++) {
      if (i / SOFT_PIECE % 4 != 0) {
        contents[i] = contents[i - SOFT_PIECE];
      }
    }
    return contents;
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static ByteBuffer pack(BlockCompressor by, byte[] bytes) {
    ByteBuffer packed = ByteBuffer.allocateDirect(Compressors.maxPackedBytes(by, bytes.length));
    int length = Compressors.pack(by, direct(bytes), packed);
    assertThat(packed.flip().remaining()).isEqualTo(length);
    return packed;
  }

  private static byte[] unpack(BlockCompressor by, ByteBuffer packed, int bytes) {
    ByteBuffer raw = ByteBuffer.allocateDirect(bytes);
    new Compressors(List.of(by)).unpack(packed, raw);
    byte[] array = new byte[bytes];
    raw.flip().get(array);
    return array;
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void roundTripsBlocks(BlockCompressor by) {
    for (boolean soft : new boolean[] {false, true}) {
      for (int size : new int[] {1, 5, 100, 4_096, BLOCK, 260_000}) {
        byte[] bytes = contents(soft, size);
        ByteBuffer packed = pack(by, bytes);
        assertThat(Compressors.rawBytes(packed)).isEqualTo(size);
        assertThat(KNOWN.know(packed)).isTrue();
        assertThat(unpack(by, packed, size)).isEqualTo(bytes);
        assertThat(unpack(by, packed, size)).as("unpacked once more").isEqualTo(bytes);
      }
    }
    assertThat(pack(by, contents(true, BLOCK)).remaining()).isLessThan(BLOCK / 2);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void damagedBlocksDoNotWriteOutOfBounds(BlockCompressor by) {
    Random random = new Random(25);
    ByteBuffer whole = pack(by, contents(true, BLOCK));
    ByteBuffer memory = ByteBuffer.allocateDirect(GUARD + BLOCK + GUARD);
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, UNTOUCHED);
    }
    for (int round = 0; round < 3_000; round++) {
      ByteBuffer damaged = damaged(whole, random);
      try {
        new Compressors(List.of(by)).unpack(damaged, memory.slice(GUARD, BLOCK));
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("packed block");
      }
      for (int i = 0; i < GUARD; i++) {
        if (memory.get(i) != UNTOUCHED || memory.get(GUARD + BLOCK + i) != UNTOUCHED) {
          throw new AssertionError("written outside of the block in round " + round);
        }
      }
    }
  }

  /** Changes some bytes or truncates the block, except for its prefix. */
  private static ByteBuffer damaged(ByteBuffer whole, Random random) {
    int length =
        random.nextInt(4) == 0
            ? Compressors.PREFIX_BYTES + random.nextInt(whole.remaining())
            : whole.remaining();
    length = Math.min(length, whole.remaining());
    ByteBuffer copy = ByteBuffer.allocateDirect(length).put(whole.slice(0, length)).flip();
    for (int changes = random.nextInt(8); changes >= 0; changes--) {
      if (length > Compressors.PREFIX_BYTES) {
        int at = Compressors.PREFIX_BYTES + random.nextInt(length - Compressors.PREFIX_BYTES);
        copy.put(at, (byte) random.nextInt());
      }
    }
    return copy;
  }

  /** Memory may outlive a process and be read by one with another library. */
  @Test
  void librariesReadEachOthersFormat() {
    assumeTrue(Algorithms.runs(Algorithms.fastLz4()), "this JVM denies sun.misc.Unsafe");
    assertThat(ZstdBlocks.areNative()).isTrue();
    readEachOthersFormat(Algorithms.fastLz4(), Algorithms.safeLz4());
    readEachOthersFormat(Algorithms.ZSTD, Algorithms.zstdInJava());
  }

  private static void readEachOthersFormat(BlockCompressor one, BlockCompressor other) {
    for (boolean soft : new boolean[] {false, true}) {
      for (int size : new int[] {1, 5, 12, 13, 100, 4_096, BLOCK, 260_000}) {
        byte[] bytes = contents(soft, size);
        assertThat(unpack(other, pack(one, bytes), size)).isEqualTo(bytes);
        assertThat(unpack(one, pack(other, bytes), size)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void onlyZstdInJavaNeedsUnsafe() {
    boolean denied =
        ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .contains("--sun-misc-unsafe-memory-access=deny");
    assertThat(Algorithms.names()).allMatch(Algorithms::runs);
    BlockCompressor inJava = Algorithms.zstdInJava();
    assertThat(Algorithms.runs(inJava)).isEqualTo(!denied);
    if (denied) {
      ByteBuffer packed = ByteBuffer.allocateDirect(100);
      packed.putInt(0, 2 << 24 | 50);
      ByteBuffer raw = ByteBuffer.allocateDirect(50);
      Compressors known = new Compressors(List.of(inJava));
      assertThatThrownBy(() -> known.unpack(packed, raw))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("denies sun.misc.Unsafe");
    }
  }

  @Test
  void rejectsUnknownAlgorithm() {
    ByteBuffer packed = ByteBuffer.allocateDirect(100);
    packed.putInt(0, 77 << 24 | 50);
    assertThat(KNOWN.know(packed)).isFalse();
    ByteBuffer raw = ByteBuffer.allocateDirect(50);
    assertThatThrownBy(() -> KNOWN.unpack(packed, raw))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("algorithm 77");
  }

  @Test
  void namesEqualValuesOfKey() {
    assertThat(Algorithms.names()).containsExactly("none", "lz4", "zstd");
    assertThat(Algorithms.compression("none", 10).used()).isNull();
    assertThat(Algorithms.titleOf(Algorithms.compression("zstd", 10))).isEqualTo("zstd");
  }
}
