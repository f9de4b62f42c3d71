package io.strata.flash.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HeadersTest {
  private static final RegionHeader.Fields FIELDS =
      new RegionHeader.Fields(new UUID(1, 2), new UUID(3, 4), 5, 6, 1 << 20, 7_000, 8);
  private static final byte[] NAME = "a file's name, ü".getBytes(UTF_8);
  private static final long SEQUENCE = 0x1234_5678_9ABCL;
  private static final int POSITION = 64_000;
  private static final int LENGTH = 1_000;

  private static ByteBuffer region() {
    ByteBuffer memory = ByteBuffer.allocate(RegionHeader.BYTES);
    RegionHeader.write(memory, FIELDS);
    return memory;
  }

  private static ByteBuffer block() {
    ByteBuffer memory = ByteBuffer.allocate(BlockHeader.totalBytes(NAME.length, LENGTH));
    new Random(1).nextBytes(memory.array());
    BlockHeader.describe(memory, SEQUENCE, POSITION, NAME, 42, LENGTH, 12345, -1, Long.MIN_VALUE);
    BlockHeader.seal(memory);
    return memory;
  }

  private static void flip(ByteBuffer memory, int bit) {
    memory.put(bit / 8, (byte) (memory.get(bit / 8) ^ 1 << bit % 8));
  }

  @Test
  void regionHeaderRoundTrips() {
    assertThat(RegionHeader.read(region())).isEqualTo(FIELDS);
    assertThat(RegionHeader.read(ByteBuffer.allocate(RegionHeader.BYTES))).isNull();
    assertThat(RegionHeader.read(ByteBuffer.allocate(10))).isNull();
  }

  @Test
  void bitFlipInOneCopyIsTolerated() {
    for (int bit = 0; bit < RegionHeader.BYTES * 8; bit++) {
      ByteBuffer memory = region();
      flip(memory, bit);
      assertThat(RegionHeader.read(memory)).as("bit %d", bit).isEqualTo(FIELDS);
    }
  }

  @Test
  void bitFlipInBothCopiesIsRejected() {
    int copyBits = RegionHeader.BYTES * 8 / 2;
    for (int bit = 0; bit < copyBits; bit += 7) {
      ByteBuffer memory = region();
      flip(memory, bit);
      flip(memory, copyBits + bit);
      assertThat(RegionHeader.read(memory)).as("bit %d", bit).isNull();
    }
  }

  @Test
  void blockHeaderRoundTrips() {
    ByteBuffer block = block();
    assertThat(BlockHeader.isValid(block, SEQUENCE, POSITION)).isTrue();
    assertThat(BlockHeader.isOf(block, NAME, 42)).isTrue();
    assertThat(BlockHeader.isBlockValid(block)).isTrue();
    assertThat(BlockHeader.length(block)).isEqualTo(LENGTH);
    assertThat(BlockHeader.offset(block)).isEqualTo(42);
    assertThat(BlockHeader.attributes(block)).isEqualTo(-1);
    assertThat(BlockHeader.bytesInFile(block)).isEqualTo(12345);
    assertThat(BlockHeader.stamp(block)).isEqualTo(Long.MIN_VALUE);
    assertThat(BlockHeader.name(block)).isEqualTo("a file's name, ü");
  }

  @Test
  void blockHeaderIsBoundToRegionPositionAndKey() {
    ByteBuffer block = block();
    assertThat(BlockHeader.isValid(block, SEQUENCE + 1, POSITION)).isFalse();
    assertThat(BlockHeader.isValid(block, SEQUENCE, POSITION + FlashAddress.UNIT)).isFalse();
    assertThat(BlockHeader.isOf(block, NAME, 43)).isFalse();
    assertThat(BlockHeader.isOf(block, "another".getBytes(UTF_8), 42)).isFalse();
    byte[] other = NAME.clone();
    other[0]++;
    assertThat(BlockHeader.isOf(block, other, 42)).isFalse();
  }

  @Test
  void anyBitFlipInBlockIsDetected() {
    int bits = 8 * (BlockHeader.bytes(NAME.length) + LENGTH);
    for (int bit = 0; bit < bits; bit++) {
      ByteBuffer block = block();
      flip(block, bit);
      boolean whole =
          BlockHeader.isValid(block, SEQUENCE, POSITION) && BlockHeader.isBlockValid(block);
      assertThat(whole).as("bit %d", bit).isFalse();
    }
  }

  @Test
  void arbitraryBytesAreABlockOrNone() {
    Random random = new Random(3);
    for (int i = 0; i < 200_000; i++) {
      ByteBuffer memory = block();
      int changes = 1 + random.nextInt(8);
      for (int change = 0; change < changes; change++) {
        memory.putInt(random.nextInt(BlockHeader.FIXED_BYTES), random.nextInt());
      }
      memory.limit(random.nextInt(memory.capacity() + 1));
      assertThat(BlockHeader.isValid(memory, SEQUENCE, POSITION)).isFalse();
    }
  }

  @Test
  void truncatedBlockIsRejected() {
    for (int bytes = 0; bytes < BlockHeader.bytes(NAME.length) + LENGTH; bytes++) {
      assertThat(BlockHeader.isValid(block().limit(bytes), SEQUENCE, POSITION)).isFalse();
    }
  }
}
