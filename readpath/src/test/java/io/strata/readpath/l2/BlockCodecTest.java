package io.strata.readpath.l2;

import static io.strata.readpath.testing.Blocks.block;
import static io.strata.readpath.testing.Blocks.contents;
import static io.strata.readpath.testing.Blocks.contentsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.PlainCacheable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.nio.MultiByteBuff;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests encoding and decoding of blocks, whole and in parts of any length. */
class BlockCodecTest {
  private static final String FILE = "file";
  private static final long OFFSET = 1_000_000_000_000L;
  private static final int SIZE = 40;
  private static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE;
  private static final int LENGTH = HEADER + SIZE + HFileBlock.BLOCK_METADATA_SPACE;

  private final BlockCodec codec = new BlockCodec();

  // ---- encoding

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsOfAnyLengthMakeTheWhole(boolean ofManyBuffers) {
    HFileBlock given = given(ofManyBuffers);
    byte[] whole = serialized(given);
    CacheableSource source = codec.encode(given, OFFSET, false);
    for (int first = 0; first <= LENGTH; first++) {
      for (int second = first; second <= LENGTH; second++) {
        assertThat(written(source, first, second)).isEqualTo(whole);
      }
    }
    assertThat(given.getBufferReadOnly().position()).as("others may be reading it").isZero();
    assertThat(given.getBufferReadOnly().limit()).isEqualTo(LENGTH - 13);
    source.release();
    given.release();
  }

  @Test
  void otherCacheablesAreWrittenInPartsToo() {
    PlainCacheable given = new PlainCacheable("some bytes");
    CacheableSource source = codec.encode(given, OFFSET, false);
    for (int first = 0; first <= 10; first++) {
      assertThat(written(source, first, 10))
          .isEqualTo("some bytes".getBytes(StandardCharsets.UTF_8));
    }
    source.release();
  }

  /** Returns the concatenation of the parts that begin at 0 and at these two offsets. */
  private static byte[] written(CacheableSource source, int first, int second) {
    ByteBuffer memory = ByteBuffer.allocateDirect(source.length());
    int[] ends = {first, second, source.length()};
    int from = 0;
    for (int end : ends) {
      ByteBuffer part = memory.slice(from, end - from);
      source.writeTo(part, from);
      from = end;
    }
    byte[] bytes = new byte[memory.capacity()];
    memory.get(0, bytes);
    return bytes;
  }

  // ---- decoding

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsOfAnyLengthAreDecoded(boolean fromWords) throws IOException {
    HFileBlock given = given(false);
    CacheableSource source = codec.encode(given, OFFSET, false);
    assertThat(BlockAttributes.isExact(source.stamp())).isTrue();
    long second = fromWords ? source.stamp() : source.stamp() & ~1;
    for (int end = 1; end < LENGTH; end++) {
      ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH).put(serialized(given));
      ByteBuff pieces =
          new MultiByteBuff(memory.slice(0, end), memory.slice(end, memory.capacity() - end));
      HFileBlock decoded = (HFileBlock) codec.decode(pieces, source.attributes(), second, OFFSET);
      assertThat(decoded).as("split at %d", end).isEqualTo(given);
      assertThat(decoded.getNextBlockOnDiskSize()).isEqualTo(given.getNextBlockOnDiskSize());
      assertThat(decoded.getSerializedLength()).isEqualTo(LENGTH);
      assertThat(decoded.isUnpacked()).isTrue();
      assertThat(contentsOf(decoded))
          .as("split at %d", end)
          .isEqualTo(contents(FILE, OFFSET, SIZE));
      assertThat(serialized(decoded)).as("cached again").isEqualTo(serialized(given));
    }
    source.release();
  }

  @ParameterizedTest
  @CsvSource({
    // previous, next, checksum bytes, bytes for each, checksums, less, key's, in words
    "         -1,       -1,      0,     0, true,   0, 0, true",
    "       5000,      777,      0,     0, true,   0, 0, true",
    "   16777215, 16777214,     20, 16384, true,   0, 0, true",
    "          1,        0,   1020,   512, true,   0, 0, true",
    "   16777216,      777,      0,     0, true,   0, 0, false",
    "         -5,      777,      0,     0, true,   0, 0, false",
    "       5000, 16777215,      0,     0, true,   0, 0, false",
    "       5000,      777,   1024,   512, true,   0, 0, false",
    "       5000,      777,      2, 16384, true,   0, 0, false",
    "       5000,      777,      0,     0, false,  0, 0, false",
    "       5000,      777,      0,     0, true, 100, 0, false",
    "       5000,      777,      0,     0, true,   0, 1, false",
  })
  void blockIsDecodedAsByHBase(
      long back,
      int nextSize,
      int checksumBytes,
      int bytesPerChecksum,
      boolean checksums,
      int compressedBy,
      long keyIsOffBy,
      boolean inWords)
      throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withHBaseCheckSum(checksums)
            .withChecksumType(ChecksumType.CRC32C)
            .withBytesPerCheckSum(bytesPerChecksum)
            .build();
    int header = HFileBlock.headerSize(checksums);
    HFileBlock given =
        new HFileBlock(
            BlockType.ENCODED_DATA,
            SIZE + checksumBytes,
            SIZE + compressedBy,
            back == -1 ? -1 : OFFSET - back,
            ByteBuff.wrap(ByteBuffer.allocate(header + SIZE)),
            HFileBlock.FILL_HEADER,
            OFFSET,
            nextSize,
            header + SIZE,
            context,
            ByteBuffAllocator.HEAP);
    CacheableSource source = codec.encode(given, OFFSET + keyIsOffBy, true);
    assertThat(BlockAttributes.isExact(source.stamp())).isEqualTo(inWords);
    assertThat(BlockAttributes.onDiskSize(source.attributes()))
        .isEqualTo(header + SIZE + checksumBytes);

    Cacheable decoded =
        codec.decode(bytesOf(given), source.attributes(), source.stamp(), OFFSET + keyIsOffBy);
    Cacheable byHBase =
        HFileBlock.BLOCK_DESERIALIZER.deserialize(bytesOf(given), ByteBuffAllocator.HEAP);
    assertThat(decoded).isEqualTo(byHBase);
    assertThat(textOf(decoded)).isEqualTo(textOf(byHBase));
    source.release();
  }

  @Test
  void blocksWithMoreKindsOfChecksumsThanNumbersAreServed() throws IOException {
    for (int kind = 1; kind < 3 * BlockAttributes.MAX_CONTEXTS; kind++) {
      HFileContext context =
          new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(kind).build();
      ByteBuff bytes = ByteBuff.wrap(ByteBuffer.allocate(HEADER + SIZE));
      HFileBlock given =
          new HFileBlock(
              BlockType.DATA, SIZE, SIZE, -1, bytes, true, 7, -1, HEADER + SIZE, context, null);
      CacheableSource source = codec.encode(given, 7, false);
      assertThat(BlockAttributes.isExact(source.stamp()))
          .isEqualTo(kind <= BlockAttributes.MAX_CONTEXTS);
      HFileBlock decoded =
          (HFileBlock) codec.decode(bytesOf(given), source.attributes(), source.stamp(), 7);
      assertThat(decoded.getHFileContext().getBytesPerChecksum()).isEqualTo(kind);
      source.release();
    }
  }

  @Test
  void cachedTimeIsExactToTheMinute() {
    long age = System.nanoTime() - BlockAttributes.cachedNanos(BlockAttributes.second());
    assertThat(age).isBetween(-1_000_000_000L, 61_000_000_000L);
  }

  /** Includes the fields that equality ignores; not the size of the sliced memory. */
  private static String textOf(Cacheable block) {
    return block.toString().replaceFirst("cap= [0-9]+", "");
  }

  private static HFileBlock given(boolean ofManyBuffers) {
    ByteBuffAllocator allocator = ofManyBuffers ? smallBuffers() : ByteBuffAllocator.HEAP;
    HFileBlock given = block(FILE, BlockType.DATA, OFFSET, SIZE, 777, allocator);
    assertThat(given.getBufferReadOnly())
        .isInstanceOf(ofManyBuffers ? MultiByteBuff.class : SingleByteBuff.class);
    return given;
  }

  private static ByteBuffAllocator smallBuffers() {
    var conf = new Configuration(false);
    conf.setInt(ByteBuffAllocator.BUFFER_SIZE_KEY, 16);
    conf.setInt(ByteBuffAllocator.MAX_BUFFER_COUNT_KEY, 64);
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 0);
    return ByteBuffAllocator.create(conf, true);
  }

  private static byte[] serialized(HFileBlock block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
    block.serialize(bytes, true);
    return bytes.array();
  }

  private static ByteBuff bytesOf(HFileBlock block) {
    return ByteBuff.wrap(ByteBuffer.wrap(serialized(block)));
  }
}
