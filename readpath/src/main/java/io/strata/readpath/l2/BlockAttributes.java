package io.strata.readpath.l2;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps beside a block for HBase, in two words, so that a hit need not touch the
 * block: its header and its end would be two cache lines and two pages more.
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
 * The deserializer is HBase's identifier of it; the minutes are counted from 1970, and have room
 * for a century more. The previous block is told by how far before this one it begins, 0 when there
 * is none; checksums by their number. Where a field has no room, or the rest of the header does not
 * follow from these and the length, {@link #isExact} is false, and the header is to be read.
 *
 * <p>Memory that outlives the process keeps these words: {@link #MEANING} stands for all that a
 * later process must have as this one has it. Pure arithmetic.
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

  /** What {@link System#nanoTime} would have been in 1970. */
  private static final long EPOCH_NANOS =
      System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());

  /** Which form of the words this is; another one when a field is changed. */
  private static final int FORM = 1;

  /**
   * Of the words, and of what lies in the slots: the same in two processes in which a block means
   * the same.
   */
  static final long MEANING =
      Arrays.asList(
                  FORM,
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
   * The first word of any block.
   *
   * @param onDiskSize with header; 0 when the block is no block of a file
   * @throws IllegalArgumentException when the deserializer's identifier is beyond 4 bits
   */
  static long first(@Nullable BlockType type, int allocator, int deserializer, int onDiskSize) {
    if (deserializer < 0 || deserializer > MAX_DESERIALIZER) {
      throw new IllegalArgumentException("No room for deserializer " + deserializer + ".");
    }
    long size = onDiskSize > MAX_ON_DISK_SIZE ? 0 : onDiskSize;
    int typeNumber = type == null ? NO_TYPE : numberOf(type);
    return size << 37 | (long) deserializer << 9 | (long) allocator << 5 | typeNumber;
  }

  /** The first word with the size of the next block, when {@link #fits} said that there is room. */
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

  /** Bytes of the next block on disk, or -1 when not known. */
  static int nextSize(long first) {
    return ((int) (first >>> 13) & MAX_24_BITS) - 1;
  }

  /** Bytes on disk, the header included; 0 when the block is no block of a file, or too large. */
  static int onDiskSize(long first) {
    return (int) (first >>> 37);
  }

  // ---- the second word

  /** The second word of a block that is cached now and whose header is to be read. */
  static long second() {
    return Math.min(minutes(), MAX_MINUTES) << 37;
  }

  /** Whether the two words have room for a block's fields. */
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

  /** The second word with the fields of a block, when {@link #fits} said that there is room. */
  static long exact(long second, BlockFields fields, int context) {
    return second
        | back(fields) << 13
        | (long) (fields.checksumBytes() / CHECKSUM_BYTES) << 5
        | (long) context << 1
        | 1;
  }

  /** Whether the two words and the length hold all that the header says. */
  static boolean isExact(long second) {
    return (second & 1) != 0;
  }

  static int context(long second) {
    return (int) (second >>> 1) & (MAX_CONTEXTS - 1);
  }

  /** Bytes of the checksums that follow the block on disk. */
  static int checksumBytes(long second) {
    return ((int) (second >>> 5) & MAX_CHECKSUMS) * CHECKSUM_BYTES;
  }

  /** Where the previous block of the kind begins, or -1 when there is none. */
  static long previousOffset(long second, long offset) {
    long back = (second >>> 13) & MAX_24_BITS;
    return back == 0 ? -1 : offset - back;
  }

  private static long minutes() {
    return System.currentTimeMillis() / MILLIS_PER_MINUTE;
  }

  /** When the block was cached, in nanoseconds of {@link System#nanoTime}, to the minute. */
  static long cachedNanos(long second) {
    return EPOCH_NANOS + (second >>> 37 & MAX_MINUTES) * NANOS_PER_MINUTE;
  }

  private static long back(BlockFields fields) {
    return fields.previousOffset() == -1 ? 0 : fields.offset() - fields.previousOffset();
  }

  @SuppressWarnings("EnumOrdinal") // Never leaves the process.
  private static int numberOf(BlockType type) {
    return type.ordinal();
  }
}
