package io.strata.readpath.l2;

import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps beside a block for HBase, in one word, so that most questions need not touch
 * the block.
 *
 * <pre>
 *  63                        32 31     28 27       12 11      8 7            0
 * +----------------------------+---------+-----------+---------+--------------+
 * |  on-disk size with header  | unused  | deserial. | alloc.  |  block type  |
 * +----------------------------+---------+-----------+---------+--------------+
 * </pre>
 *
 * The deserializer is HBase's identifier of it, good for this process. Pure arithmetic.
 */
final class Attributes {
  static final int MAX_ALLOCATORS = 16;

  private static final BlockType[] TYPES = BlockType.values();
  private static final int NO_TYPE = 0xFF;
  private static final int MAX_DESERIALIZER = 0xFFFF;

  private Attributes() {}

  /**
   * @throws IllegalArgumentException when the deserializer's identifier is beyond 16 bits
   */
  static long of(@Nullable BlockType type, int allocator, int deserializer, int onDiskSize) {
    if (deserializer < 0 || deserializer > MAX_DESERIALIZER) {
      throw new IllegalArgumentException("No room for deserializer " + deserializer + ".");
    }
    int typeNumber = type == null ? NO_TYPE : numberOf(type);
    return (long) onDiskSize << 32 | (long) deserializer << 12 | (long) allocator << 8 | typeNumber;
  }

  static @Nullable BlockType type(long attributes) {
    int number = (int) attributes & 0xFF;
    return number == NO_TYPE ? null : TYPES[number];
  }

  static int allocator(long attributes) {
    return (int) (attributes >>> 8) & (MAX_ALLOCATORS - 1);
  }

  static int deserializer(long attributes) {
    return (int) (attributes >>> 12) & MAX_DESERIALIZER;
  }

  /** Bytes on disk, the header included; 0 when the block is no block of a file. */
  static int onDiskSize(long attributes) {
    return (int) (attributes >>> 32);
  }

  @SuppressWarnings("EnumOrdinal") // Never leaves the process.
  private static int numberOf(BlockType type) {
    return type.ordinal();
  }
}
