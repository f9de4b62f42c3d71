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
 * Numbered data blocks of one size in HBase files, the same for every engine. Their contents repeat
 * periodically, and are in direct memory, as if from HBase's pool. Immutable.
 */
public final class Blocks {
  /** The memory of all blocks' contents together. */
  private static final int CONTENT_BYTES = 16 << 20;

  private static final int BLOCKS_EACH = 10_000;

  /** The offset of the word that identifies a block. */
  private static final int WORD = 48;

  /** The pool for blocks read from files, as in a server. */
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
   * Creates blocks.
   *
   * @param count the number of blocks, 1 or more
   * @param bytes of each block, including its header
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

  /** Returns the number of blocks. */
  public int count() {
    return count;
  }

  /** Returns the bytes of each block. */
  public int bytes() {
    return bytes;
  }

  /** Returns the block of a number. */
  HFileBlock block(int number) {
    return contents[number % contents.length];
  }

  /** Returns the bytes of a block, to be read by absolute positions only. */
  public ByteBuffer bytes(int number) {
    return buffers[number % buffers.length];
  }

  /** Returns the name of a block's file. */
  public String file(int number) {
    return files.name(files.fileOf(number));
  }

  /** Returns the offset of a block in its file. */
  public long offset(int number) {
    return FileLayout.offset(number);
  }

  /** Returns a new key of a block, as a reader creates one for each lookup. */
  BlockCacheKey key(int number) {
    return new BlockCacheKey(file(number), offset(number), true, BlockType.DATA);
  }

  /** Returns the pool for blocks that are read. */
  ByteBuffAllocator allocator() {
    return POOL;
  }

  /**
   * Checks that a block is the one of a number.
   *
   * @throws IllegalStateException if it is another
   */
  void check(int number, HFileBlock block) {
    if (block.getOnDiskSizeWithHeader() != bytes
        || block.getBufferReadOnly().getLong(WORD) != words[number % words.length]) {
      throw new IllegalStateException("Another block was read instead of " + number + ".");
    }
  }

  /** Checks a block as {@link #check(int, HFileBlock)}, by its bytes. */
  public void check(int number, ByteBuffer block) {
    if (block.getLong(WORD) != words[number % words.length]) {
      throw new IllegalStateException("Another block was read instead of " + number + ".");
    }
  }
}
