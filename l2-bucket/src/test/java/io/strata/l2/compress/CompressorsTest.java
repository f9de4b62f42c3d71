package io.strata.l2.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.testing.DeflateCompressor;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompressorsTest {
  private static final BlockCompressor DEFLATE = new DeflateCompressor();
  private static final Compressors KNOWN = new Compressors(List.of(DEFLATE));

  /** Returns a block at a random position of its memory, so that nothing depends on alignment. */
  private static ByteBuffer packed(int bytes) {
    ByteBuffer raw = ByteBuffer.allocateDirect(bytes);
    for (int i = 0; i < bytes; i++) {
      raw.put(i, (byte) (i / 100));
    }
    ByteBuffer to = ByteBuffer.allocateDirect(7 + Compressors.maxPackedBytes(DEFLATE, bytes));
    int length = Compressors.pack(DEFLATE, raw, to.position(7));
    return to.position(7).limit(7 + length);
  }

  @Test
  void packedBlockContainsAlgorithmAndLength() {
    ByteBuffer packed = packed(50_000);
    assertThat(Compressors.rawBytes(packed)).isEqualTo(50_000);
    assertThat(KNOWN.know(packed)).isTrue();
    assertThat(Compressors.NONE.know(packed)).isFalse();
    assertThat(packed.remaining()).isLessThan(25_000);

    ByteBuffer raw = ByteBuffer.allocateDirect(50_000);
    KNOWN.unpack(packed, raw);
    assertThat(raw.hasRemaining()).isFalse();
    for (int i = 0; i < 50_000; i++) {
      assertThat(raw.get(i)).isEqualTo((byte) (i / 100));
    }
  }

  @Test
  void damagedBlockIsReported() {
    ByteBuffer packed = packed(1_000);
    assertThatThrownBy(() -> Compressors.NONE.unpack(packed, ByteBuffer.allocateDirect(1_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A packed block of algorithm 99 and 1000 bytes cannot be unpacked into 1000 bytes.");
    assertThatThrownBy(() -> KNOWN.unpack(packed, ByteBuffer.allocateDirect(999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("into 999 bytes");
    packed.put(packed.position() + Compressors.PREFIX_BYTES + 5, (byte) -1);
    assertThatThrownBy(() -> KNOWN.unpack(packed, ByteBuffer.allocateDirect(1_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void blockShorterThanThePrefixIsRejected() {
    for (int bytes = 0; bytes < Compressors.PREFIX_BYTES; bytes++) {
      ByteBuffer packed = packed(1_000);
      packed.limit(packed.position() + bytes);
      assertThat(KNOWN.know(packed)).isFalse();
      assertThatThrownBy(() -> KNOWN.unpack(packed, ByteBuffer.allocateDirect(1_000)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Packed block of %d bytes is damaged.".formatted(bytes));
    }
  }

  @Test
  void aBlockThatLacksItsDictionaryIsNotKnown() {
    BlockCompressor without =
        new DeflateCompressor() {
          @Override
          public boolean canDecompress(ByteBuffer from) {
            assertThat(from.remaining()).isEqualTo(packed(1_000).remaining() - 4);
            return false;
          }
        };
    assertThat(new Compressors(List.of(without)).know(packed(1_000))).isFalse();
  }

  @Test
  void invalidAlgorithmsAreRejected() {
    assertThatThrownBy(() -> new Compressors(List.of(DEFLATE, DEFLATE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deflate")
        .hasMessageContaining("99");
    assertThatThrownBy(() -> new Compression(KNOWN, DEFLATE, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Processor time for compression: 0 percent of a core is out of range. Use 1 to 100.");
  }
}
