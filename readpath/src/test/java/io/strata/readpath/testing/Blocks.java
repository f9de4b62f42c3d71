package io.strata.readpath.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** Real blocks, in heap arrays or in a pool of direct buffers. */
public final class Blocks {

  private static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE;
  private static final HFileContext CONTEXT =
      new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(0).build();

  /** Prefix of the names of files with compressible blocks. */
  public static final String SOFT = "soft";

  /** Prefix of the names of files whose blocks share words, which a dictionary can hold. */
  public static final String WORDED = "worded";

  private static final int LINE = 64;
  private static final int WORD = 24;
  private static final byte[][] WORDS = words();

  private Blocks() {}

  public static BlockCacheKey key(String file, long offset) {
    return key(file, offset, BlockType.LEAF_INDEX);
  }

  public static BlockCacheKey key(String file, long offset, BlockType type) {
    return new BlockCacheKey(file, offset, true, type);
  }

  public static HFileBlock onHeap(String file, BlockType type, long offset, int size) {
    return block(file, type, offset, size, -1, ByteBuffAllocator.HEAP);
  }

  public static HFileBlock pooled(
      String file, BlockType type, long offset, int size, ByteBuffAllocator pool) {
    return block(file, type, offset, size, -1, pool);
  }

  /** Returns a block whose contents follow from its key and {@code size}, without header. */
  public static HFileBlock block(
      String file,
      BlockType type,
      long offset,
      int size,
      int nextBlockSize,
      ByteBuffAllocator allocator) {
    return block(file, type, offset, size, nextBlockSize, allocator, CONTEXT);
  }

  /** As above, with a context. */
  public static HFileBlock block(
      String file,
      BlockType type,
      long offset,
      int size,
      int nextBlockSize,
      ByteBuffAllocator allocator,
      HFileContext context) {
    return block(file, type, offset, size, size, nextBlockSize, allocator, context);
  }

  /** Returns a block as HBase caches it from a compressed file without decompressing it. */
  public static HFileBlock asInFile(String file, BlockType type, long offset, int size) {
    HFileContext compressed =
        new HFileContextBuilder(CONTEXT).withCompression(Compression.Algorithm.GZ).build();
    return block(file, type, offset, size, 2 * size, -1, ByteBuffAllocator.HEAP, compressed);
  }

  private static HFileBlock block(
      String file,
      BlockType type,
      long offset,
      int size,
      int uncompressedSize,
      int nextBlockSize,
      ByteBuffAllocator allocator,
      HFileContext context) {
    ByteBuff buffer = allocator.allocate(HEADER + size);
    buffer.position(HEADER);
    buffer.put(contents(file, offset, size));
    buffer.rewind();
    return new HFileBlockBuilder()
        .withBlockType(type)
        .withOnDiskSizeWithoutHeader(size)
        .withUncompressedSizeWithoutHeader(uncompressedSize)
        .withPrevBlockOffset(-1)
        .withByteBuff(buffer)
        .withFillHeader(true)
        .withOffset(offset)
        .withNextBlockOnDiskSize(nextBlockSize)
        .withOnDiskDataSizeWithHeader(HEADER + size)
        .withHFileContext(context)
        .withByteBuffAllocator(allocator)
        .withShared(!buffer.hasArray())
        .build();
  }

  /** Returns bytes that follow from the key, with a checksum at the end. */
  public static byte[] contents(String file, long offset, int size) {
    byte[] bytes = new byte[size];
    new Random(file.hashCode() * 0x9E3779B97F4A7C15L + offset).nextBytes(bytes);
    if (file.startsWith(SOFT)) {
      for (int i = 0; i < size; i++) {
        bytes[i] = bytes[(i & -LINE) + i % (LINE / 4)];
      }
    }
    if (file.startsWith(WORDED)) {
      useWords(bytes);
    }
    if (size > Integer.BYTES) {
      ByteBuffer.wrap(bytes).putInt(size - Integer.BYTES, checksum(bytes));
    }
    return bytes;
  }

  private static byte[][] words() {
    byte[][] words = new byte[500][WORD];
    Random random = new Random(1);
    for (byte[] word : words) {
      random.nextBytes(word);
      for (int i = 0; i < WORD; i++) {
        word[i] = letter(word[i]);
      }
    }
    return words;
  }

  private static byte letter(byte random) {
    return (byte) ('a' + (random & 15));
  }

  /** Makes words, and a few letters after each, of random bytes. */
  private static void useWords(byte[] bytes) {
    for (int at = 0; at < bytes.length; at += WORD + 8) {
      int word = ((bytes[at] & 0xff) * WORDS.length) >> Byte.SIZE;
      for (int i = 0; i < WORD + 8 && at + i < bytes.length; i++) {
        bytes[at + i] = i < WORD ? WORDS[word][i] : letter(bytes[at + i]);
      }
    }
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - Integer.BYTES);
    return (int) crc.getValue();
  }

  /** Fails unless this is the block of this key as {@link #block} creates it. */
  public static void prove(BlockCacheKey key, HFileBlock block) {
    assertThat(block.getOffset()).as("offset of the block of %s", key).isEqualTo(key.getOffset());
    byte[] bytes = contentsOf(block);
    if (bytes.length > Integer.BYTES) {
      assertThat(ByteBuffer.wrap(bytes).getInt(bytes.length - Integer.BYTES))
          .as("checksum of the block of %s", key)
          .isEqualTo(checksum(bytes));
    }
    assertThat(Arrays.equals(bytes, contents(key.getHfileName(), key.getOffset(), bytes.length)))
        .as("bytes of the block of %s", key)
        .isTrue();
  }

  public static byte[] contentsOf(HFileBlock block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.getUncompressedSizeWithoutHeader());
    block.getBufferWithoutHeader().get(bytes, 0, bytes.capacity());
    return bytes.array();
  }

  /** Returns a pool of direct buffers of 4 KB, so that a larger block takes several. */
  public static ByteBuffAllocator pool() {
    var conf = new Configuration(false);
    conf.setInt(ByteBuffAllocator.BUFFER_SIZE_KEY, 4096);
    conf.setInt(ByteBuffAllocator.MAX_BUFFER_COUNT_KEY, 64);
    conf.setInt(ByteBuffAllocator.MIN_ALLOCATE_SIZE_KEY, 0);
    return ByteBuffAllocator.create(conf, true);
  }
}
