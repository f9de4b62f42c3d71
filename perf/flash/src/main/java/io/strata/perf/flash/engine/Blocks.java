package io.strata.perf.flash.engine;

import io.strata.perf.common.FileLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Numbered data blocks of one size in files of HBase, the same for every engine. Their bytes repeat
 * after a while, and lie in direct memory, as from HBase's pool. Immutable.
 */
public final class Blocks {
  /** Memory that all blocks' bytes take together. */
  private static final int CONTENT_BYTES = 16 << 20;

  private static final int BLOCKS_EACH = 10_000;

  /** Where the word lies by which a block that was read is told from others, in bytes. */
  private static final int WORD = 48;

  /** Memory for blocks that are read from files, pooled as in a server. */
  private static final ByteBuffAllocator POOL = pool();

  private static final HFileContext CONTEXT =
      new HFileContextBuilder().withHBaseCheckSum(true).withBytesPerCheckSum(16 << 10).build();

  private final int count;
  private final int bytes;
  private final FileLayout files;
  private final HFileBlock[] contents;
  private final ByteBuffer[] buffers;
  private final long[] words;

  /**
   * Makes some.
   *
   * @param count how many, 1 or more
   * @param bytes of each, its header included
   */
  public Blocks(int count, int bytes) {
    this.count = count;
    this.bytes = bytes;
    this.files = new FileLayout((count + BLOCKS_EACH - 1) / BLOCKS_EACH, BLOCKS_EACH);
    this.contents = new HFileBlock[Math.max(1, CONTENT_BYTES / bytes)];
    this.buffers = new ByteBuffer[contents.length];
    this.words = new long[contents.length];
    Random random = new Random(bytes);
    byte[] content = new byte[bytes];
    for (int i = 0; i < contents.length; i++) {
      random.nextBytes(content);
      ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).put(0, content);
      contents[i] = block(buffer, offset(i));
      buffers[i] = buffer;
      words[i] = buffer.getLong(WORD);
    }
  }

  private static ByteBuffAllocator pool() {
    Configuration conf = new Configuration(false);
    conf.setInt(ByteBuffAllocator.MAX_BUFFER_COUNT_KEY, 512);
    return ByteBuffAllocator.create(conf, true);
  }

  private static HFileBlock block(ByteBuffer buffer, long offset) {
    int size = buffer.capacity() - HConstants.HFILEBLOCK_HEADER_SIZE;
    return new HFileBlockBuilder()
        .withBlockType(BlockType.DATA)
        .withOnDiskSizeWithoutHeader(size)
        .withUncompressedSizeWithoutHeader(size)
        .withPrevBlockOffset(-1)
        .withByteBuff(ByteBuff.wrap(buffer))
        .withFillHeader(true)
        .withOffset(offset)
        .withNextBlockOnDiskSize(size)
        .withOnDiskDataSizeWithHeader(buffer.capacity())
        .withHFileContext(CONTEXT)
        .withByteBuffAllocator(POOL)
        .withShared(true)
        .build();
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Bytes of each. */
  public int bytes() {
    return bytes;
  }

  /** The block of that number. */
  HFileBlock block(int number) {
    return contents[number % contents.length];
  }

  /** Its bytes, to be read only by positions. */
  public ByteBuffer bytes(int number) {
    return buffers[number % buffers.length];
  }

  /** The name of its file. */
  public String file(int number) {
    return files.name(files.fileOf(number));
  }

  /** Where in the file it begins. */
  public long offset(int number) {
    return FileLayout.offset(number);
  }

  /** A new key of it, as a reader makes one for each look-up. */
  BlockCacheKey key(int number) {
    return new BlockCacheKey(file(number), offset(number), true, BlockType.DATA);
  }

  /** Memory for blocks that are read. */
  ByteBuffAllocator allocator() {
    return POOL;
  }

  /**
   * Looks whether a block is the one of that number.
   *
   * @throws IllegalStateException when it is another
   */
  void check(int number, HFileBlock block) {
    if (block.getOnDiskSizeWithHeader() != bytes
        || block.getBufferReadOnly().getLong(WORD) != words[number % words.length]) {
      throw new IllegalStateException("Another block was read than " + number + ".");
    }
  }

  /** The same of a block's bytes. */
  public void check(int number, ByteBuffer block) {
    if (block.getLong(WORD) != words[number % words.length]) {
      throw new IllegalStateException("Another block was read than " + number + ".");
    }
  }
}
