package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.junit.jupiter.api.Tag;

/** Tests that any block that HBase accepts is decoded from a slot as HBase's own cache does. */
@Tag("fuzz")
class BlockBytesFuzzTest {
  private static final int MAGIC = 8;
  private static final List<BlockType> TYPES = List.of(BlockType.values());

  private final BlockCodec codec = new BlockCodec();

  /** The first byte chooses the block's type, the others follow the type's magic bytes. */
  @FuzzTest
  void blockIsDecodedAsByHBasesOwnCache(byte[] input) throws IOException {
    byte[] bytes = withMagic(input);
    HFileBlock block;
    long begins;
    try {
      block = hbase(bytes);
      begins = block.getOffset();
    } catch (IOException | RuntimeException e) {
      // Too short, or with a checksum or an offset that HBase does not know: never a block.
      return;
    }
    if (block.getBufferReadOnly().limit() < block.headerSize()) {
      // HBase reads the rest of the header from the bytes behind the block, which are undefined.
      return;
    }
    for (long keyIsOffBy : new long[] {0, 1}) {
      long offset = begins + keyIsOffBy;
      CacheableSource source = codec.encode(block, offset, false);
      byte[] slot = new byte[source.length()];
      ByteBuffer memory = ByteBuffer.wrap(slot);
      source.writeTo(memory, 0);
      assertThat(memory.hasRemaining()).isFalse();
      assertThat(slot).as("HBase's serialized form").isEqualTo(serialized(block));

      Cacheable back =
          codec.decode(
              ByteBuff.wrap(ByteBuffer.wrap(slot)), source.attributes(), source.stamp(), offset);

      HFileBlock byHBase = hbase(slot.clone());
      assertThat(back).isEqualTo(byHBase);
      assertThat(textOf(back)).isEqualTo(textOf(byHBase));
      assertThat(serialized((HFileBlock) back)).isEqualTo(serialized(byHBase));
      source.release();
    }
  }

  private static byte[] withMagic(byte[] input) {
    int type = input.length == 0 ? 0 : (input[0] & 0xff) % TYPES.size();
    byte[] bytes = new byte[MAGIC + Math.max(0, input.length - 1)];
    TYPES.get(type).put(bytes, 0);
    if (input.length > 1) {
      System.arraycopy(input, 1, bytes, MAGIC, input.length - 1);
    }
    return bytes;
  }

  private static HFileBlock hbase(byte[] bytes) throws IOException {
    return (HFileBlock)
        HFileBlock.BLOCK_DESERIALIZER.deserialize(
            ByteBuff.wrap(ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length))),
            ByteBuffAllocator.HEAP);
  }

  private static byte[] serialized(HFileBlock block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
    block.serialize(bytes, true);
    return bytes.array();
  }

  /** Includes the fields that equality ignores; not the size of the sliced memory. */
  private static String textOf(Cacheable block) {
    return block.toString().replaceFirst("cap= [0-9]+", "");
  }
}
