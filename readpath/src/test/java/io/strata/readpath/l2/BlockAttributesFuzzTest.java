package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.junit.jupiter.api.Tag;

/** Tests that the two words hold the fields of any header exactly, or that isExact is false. */
@Tag("fuzz")
class BlockAttributesFuzzTest {
  private static final int HEADER = 33;

  @FuzzTest
  void fieldsThatFitAreDecoded(FuzzedDataProvider data) {
    int onDiskSize = data.consumeInt();
    int checksumBytes = data.consumeInt();
    long offset = data.consumeLong();
    BlockFields fields =
        new BlockFields(
            true,
            offset,
            data.consumeInt(),
            onDiskSize,
            data.consumeInt(),
            data.consumeBoolean() ? -1 : offset - data.consumeInt(),
            (byte) 2,
            data.consumeInt(),
            onDiskSize + HEADER - checksumBytes);
    BlockType type = data.consumeBoolean() ? data.pickValue(BlockType.values()) : null;
    int allocator = data.consumeInt(0, BlockAttributes.MAX_ALLOCATORS - 1);
    int deserializer = data.consumeInt(0, 15);
    int context = data.consumeInt(0, BlockAttributes.MAX_CONTEXTS - 1);

    long first =
        BlockAttributes.first(type, allocator, deserializer, fields.onDiskSizeWithHeader());
    long second = BlockAttributes.second();
    assertThat(BlockAttributes.isExact(second)).isFalse();
    boolean fits = BlockAttributes.fits(fields);
    if (isUsual(fields)) {
      assertThat(fits).as("%s fits", fields).isTrue();
    }
    if (fits) {
      long cached = BlockAttributes.cachedNanos(second);
      first = BlockAttributes.withNextSize(first, fields.nextSize());
      second = BlockAttributes.exact(second, fields, context);
      assertThat(BlockAttributes.isExact(second)).isTrue();
      assertThat(BlockAttributes.onDiskSize(first)).isEqualTo(fields.onDiskSizeWithHeader());
      assertThat(BlockAttributes.nextSize(first)).isEqualTo(fields.nextSize());
      assertThat(BlockAttributes.context(second)).isEqualTo(context);
      assertThat(BlockAttributes.checksumBytes(second)).isEqualTo(fields.checksumBytes());
      assertThat(BlockAttributes.previousOffset(second, offset)).isEqualTo(fields.previousOffset());
      assertThat(BlockAttributes.cachedNanos(second)).isEqualTo(cached);
    }
    assertThat(BlockAttributes.type(first)).isEqualTo(type);
    assertThat(BlockAttributes.allocator(first)).isEqualTo(allocator);
    assertThat(BlockAttributes.deserializer(first)).isEqualTo(deserializer);
  }

  /** Returns whether a block is like those that HBase writes with its default settings. */
  private static boolean isUsual(BlockFields fields) {
    long back = fields.offset() - fields.previousOffset();
    return fields.onDiskSize() > 0
        && fields.onDiskSize() < 1 << 24
        && fields.nextSize() >= -1
        && fields.nextSize() < (1 << 24) - 1
        && (fields.previousOffset() == -1 || (back > 0 && back < 1 << 24))
        && fields.checksumBytes() >= 0
        && fields.checksumBytes() < 1 << 10
        && fields.checksumBytes() % 4 == 0;
  }
}
