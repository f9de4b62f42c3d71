package io.strata.readpath.l1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Brings a block to memory that the garbage collector alone looks after.
 *
 * <p>The block cloning of HBase itself is not accessible. What is public in every version is the
 * form in which blocks go to a cache's second level and back, so the copy is made that way: one
 * array of the block's size, and the deserializer's block over it. Over an array that block keeps
 * no reference count: {@code retain} and {@code release} do nothing.
 */
public final class HeapCopy {

  private HeapCopy() {}

  /**
   * Returns {@code block} itself if no reference to it has to be given back, else its copy. Takes
   * no reference and gives none back: the caller's own stays the caller's.
   */
  static Cacheable of(Cacheable block) {
    return countsReferences(block) ? copy(block, allocatorOf(block)) : block;
  }

  /**
   * As {@link #of}, but takes over the caller's reference; and a packed block is unpacked to the
   * heap, too. What this returns may be forgotten.
   */
  public static Cacheable insteadOf(Cacheable block) {
    if (!countsReferences(block)) {
      return block;
    }
    try {
      return copy(block, ByteBuffAllocator.HEAP);
    } finally {
      block.release();
    }
  }

  private static boolean countsReferences(Cacheable block) {
    return block instanceof HFileBlock hfileBlock ? hfileBlock.isSharedMem() : block.refCnt() > 0;
  }

  private static Cacheable copy(Cacheable block, ByteBuffAllocator allocator) {
    ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
    block.serialize(bytes, true);
    try {
      return block.getDeserializer().deserialize(ByteBuff.wrap(bytes), allocator);
    } catch (IOException e) {
      throw new UncheckedIOException("The block cannot be read back from its own bytes.", e);
    }
  }

  /** Where the block takes the memory for its unpacked form from. */
  private static ByteBuffAllocator allocatorOf(Cacheable block) {
    return block instanceof HFileBlock hfileBlock
        ? hfileBlock.getByteBuffAllocator()
        : ByteBuffAllocator.HEAP;
  }
}
