package io.strata.readpath.l1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Copies blocks to heap arrays without reference counts.
 *
 * <p>HBase's own method that clones a block is not accessible. Serialization of blocks is public in
 * every version, so the copy is an array with the serialized block, and the block that the
 * deserializer creates over it. Over an array, a block has no reference count: {@code retain} and
 * {@code release} do nothing.
 */
public final class HeapCopy {

  private HeapCopy() {}

  /**
   * Returns {@code block} itself if it counts no references, else its copy. Neither retains nor
   * releases the block.
   */
  static Cacheable of(Cacheable block) {
    return countsReferences(block) ? copy(block, allocatorOf(block)) : block;
  }

  /**
   * As {@link #of}, but releases the block if it copies it, and unpacks a packed block to the heap.
   * The result need not be released.
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
      throw new UncheckedIOException("Cannot deserialize a serialized block.", e);
    }
  }

  /** Returns the allocator of the block's unpacked form. */
  private static ByteBuffAllocator allocatorOf(Cacheable block) {
    return block instanceof HFileBlock hfileBlock
        ? hfileBlock.getByteBuffAllocator()
        : ByteBuffAllocator.HEAP;
  }
}
