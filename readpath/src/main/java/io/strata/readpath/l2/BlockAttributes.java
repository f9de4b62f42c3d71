package io.strata.readpath.l2;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.jspecify.annotations.Nullable;

/**
 * The two words of attributes that the store keeps beside a block. They spare a hit from reading
 * the block's header and metadata, which would be two more cache lines and two more pages.
 *
 * <pre>
 *  63                       37 36               13 12        9 8        5 4          0
 * +---------------------------+-------------------+-----------+----------+------------+
 * | on-disk size with header  |  next size + 1    | deserial. |  alloc.  | block type |
 * +---------------------------+-------------------+-----------+----------+------------+
 *  63      62              37 36               13 12        5 4        1           0
 * +-------+-------------------+-------------------+-----------+----------+------------+
 * |   0   | minutes when cached | back to previous | checksums | context | exact      |
 * +-------+-------------------+-------------------+-----------+----------+------------+
 * </pre>
 *
 * The deserializer is HBase's identifier of it. Minutes count from 1970 and suffice until 2097. The
 * previous block is stored as its distance in bytes, 0 if there is none; checksums as their number.
 * If a value does not fit its field, or the header cannot be derived from these and the length,
 * {@link #isExact} is false and the header must be read.
 *
 * <p>Memory that outlives the process keeps these words. {@link #MEANING} is a hash of everything
 * that must be equal in the next process for them to be valid. Stateless.
 */
final class BlockAttributes {
  static final int MAX_ALLOCATORS = 1 << 4;
  static final int MAX_CONTEXTS = 1 << 4;

  private static final BlockType[] TYPES = BlockType.values();
  private static final int NO_TYPE = (1 << 5) - 1;
  private static final int MAX_DESERIALIZER = (1 << 4) - 1;
  private static final int MAX_ON_DISK_SIZE = (1 << 27) - 1;
  private static final int MAX_MINUTES = (1 << 26) - 1;
  private static final int MAX_24_BITS = (1 << 24) - 1;
  private static final int MAX_CHECKSUMS = (1 << 8) - 1;
  private static final int CHECKSUM_BYTES = 4;

  private static final long MILLIS_PER_MINUTE = TimeUnit.MINUTES.toMillis(1);
  private static final long NANOS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** The value of {@link System#nanoTime} at the epoch. */
  private static final long EPOCH_NANOS =
      System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());

  /** Version of the layout of the words; to be incremented when a field changes. */
  private static final int VERSION = 1;

  /** Hash of the layout of the words and of blocks: equal in processes that can share blocks. */
  static final long MEANING =
      Arrays.asList(
                  VERSION,
                  Arrays.toString(TYPES),
                  Arrays.toString(ChecksumType.values()),
                  HFileBlock.BLOCK_DESERIALIZER.getDeserializerIdentifier(),
                  HConstants.HFILEBLOCK_HEADER_SIZE,
                  HFileBlock.BLOCK_METADATA_SPACE)
              .toString()
              .hashCode()
          & 0xFFFFFFFFL;

  private BlockAttributes() {}

  // ---- the first word

  /**
   * Returns the first word of a block.
   *
   * @param onDiskSize size with header; 0 if the block is no block of a file
   * @throws IllegalArgumentException if the deserializer's identifier exceeds 4 bits
   */
  static long first(@Nullable BlockType type, int allocator, int deserializer, int onDiskSize) {
    if (deserializer < 0 || deserializer > MAX_DESERIALIZER) {
      throw new IllegalArgumentException(
          "deserializer=" + deserializer + ": exceeds " + MAX_DESERIALIZER + ".");
    }
    long size = onDiskSize > MAX_ON_DISK_SIZE ? 0 : onDiskSize;
    int typeNumber = type == null ? NO_TYPE : numberOf(type);
    return size << 37 | (long) deserializer << 9 | (long) allocator << 5 | typeNumber;
  }

  /** Returns the first word with the size of the next block. {@link #fits} must be true. */
  static long withNextSize(long first, int nextSize) {
    return first | (long) (nextSize + 1) << 13;
  }

  static @Nullable BlockType type(long first) {
    int number = (int) first & NO_TYPE;
    return number == NO_TYPE ? null : TYPES[number];
  }

  static int allocator(long first) {
    return (int) (first >>> 5) & (MAX_ALLOCATORS - 1);
  }

  static int deserializer(long first) {
    return (int) (first >>> 9) & MAX_DESERIALIZER;
  }

  /** Returns the on-disk size of the next block, or -1 if unknown. */
  static int nextSize(long first) {
    return ((int) (first >>> 13) & MAX_24_BITS) - 1;
  }

  /** Returns the on-disk size with header; 0 if the block is no block of a file, or too large. */
  static int onDiskSize(long first) {
    return (int) (first >>> 37);
  }

  // ---- the second word

  /** Returns the second word of a block that is cached now and whose header must be read. */
  static long second() {
    return Math.min(minutes(), MAX_MINUTES) << 37;
  }

  /** Returns whether a block's fields fit the two words. */
  static boolean fits(BlockFields fields) {
    long back = back(fields);
    int checksumBytes = fields.checksumBytes();
    return fields.onDiskSizeWithHeader() >= 0
        && fields.onDiskSizeWithHeader() <= MAX_ON_DISK_SIZE
        && fields.nextSize() >= -1
        && fields.nextSize() < MAX_24_BITS
        && back >= 0
        && back <= MAX_24_BITS
        && (back > 0 || fields.previousOffset() == -1)
        && checksumBytes % CHECKSUM_BYTES == 0
        && checksumBytes >= 0
        && checksumBytes / CHECKSUM_BYTES <= MAX_CHECKSUMS;
  }

  /** Returns the second word with the fields of a block. {@link #fits} must be true. */
  static long exact(long second, BlockFields fields, int context) {
    return second
        | back(fields) << 13
        | (long) (fields.checksumBytes() / CHECKSUM_BYTES) << 5
        | (long) context << 1
        | 1;
  }

  /** Returns whether the header can be derived from the two words and the length. */
  static boolean isExact(long second) {
    return (second & 1) != 0;
  }

  static int context(long second) {
    return (int) (second >>> 1) & (MAX_CONTEXTS - 1);
  }

  /** Returns the bytes of the checksums that follow the block on disk. */
  static int checksumBytes(long second) {
    return ((int) (second >>> 5) & MAX_CHECKSUMS) * CHECKSUM_BYTES;
  }

  /** Returns the offset of the previous block of the same type, or -1 if there is none. */
  static long previousOffset(long second, long offset) {
    long back = (second >>> 13) & MAX_24_BITS;
    return back == 0 ? -1 : offset - back;
  }

  private static long minutes() {
    return System.currentTimeMillis() / MILLIS_PER_MINUTE;
  }

  /** Returns when the block was cached, in terms of {@link System#nanoTime}, to the minute. */
  static long cachedNanos(long second) {
    return EPOCH_NANOS + (second >>> 37 & MAX_MINUTES) * NANOS_PER_MINUTE;
  }

  private static long back(BlockFields fields) {
    return fields.previousOffset() == -1 ? 0 : fields.offset() - fields.previousOffset();
  }

  @SuppressWarnings("EnumOrdinal") // MEANING depends on the order.
  private static int numberOf(BlockType type) {
    return type.ordinal();
  }
}
