package io.strata.readpath.repeat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a block that is inserted while the cache has one of its key. Pure but for the
 * log.
 *
 * <p>HBase's own comparison takes two blocks for different whose headers name different checksums,
 * and throws. But HBase 2.6 names none in the header of a cached block, where 2.5 and the alphas of
 * 3.0 keep what the file has, unless the block was cached as it was written. So one block has two
 * headers when a prefetch meets what a write has cached, and when 2.6 finds what 2.5 has left on a
 * disk. The bytes of the checksums themselves are not cached, and no reader of a cached block
 * verifies them: here, the fields of the header that describe them are not compared.
 *
 * <p>Nothing is thrown: HBase's reader does not release the block that it inserts when the insert
 * throws.
 */
public enum RepeatedInsert {
  /** It is the block that is cached, which stays. */
  KEEP,
  /** It is the block that is cached, and knows the size of the next one, which that does not. */
  REPLACE,
  /** Its contents are others: the inserted block, whose checksum HBase has verified, is right. */
  CONTENTS_DIFFER;

  private static final Logger LOG = LoggerFactory.getLogger(RepeatedInsert.class);

  /** Bytes of the next block's size, at the end of what a block of a file is serialized to. */
  private static final int NEXT_SIZE = Integer.BYTES;

  /** Where the fields of the checksums begin in a header, which they end. */
  private static final int CHECKSUM_FIELDS = HConstants.HFILEBLOCK_HEADER_SIZE_NO_CHECKSUM;

  /**
   * Compares the two. Takes no reference of either.
   *
   * @param cached has the key, retained by the caller
   * @param inserted likewise
   */
  public static RepeatedInsert of(BlockCacheKey key, Cacheable cached, Cacheable inserted) {
    if (cached == inserted) {
      return KEEP;
    }
    byte[] old = bytes(cached);
    byte[] next = bytes(inserted);
    boolean ofFiles = cached instanceof HFileBlock && inserted instanceof HFileBlock;
    boolean same =
        ofFiles
            ? headerSize(cached) == headerSize(inserted)
                && hasSameContents(old, next, headerSize(cached))
            : Arrays.equals(old, next);
    if (!same) {
      LOG.warn("Block {} is cached with other contents than its file has: it is replaced", key);
      return CONTENTS_DIFFER;
    }
    return ofFiles && nextSize(next) > nextSize(old) ? REPLACE : KEEP;
  }

  private static boolean hasSameContents(byte[] old, byte[] next, int header) {
    int compared = Math.min(header, CHECKSUM_FIELDS);
    return Arrays.equals(old, 0, compared, next, 0, compared)
        && Arrays.equals(
            old, header, old.length - NEXT_SIZE, next, header, next.length - NEXT_SIZE);
  }

  private static byte[] bytes(Cacheable block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
    block.serialize(bytes, true);
    return bytes.array();
  }

  private static int headerSize(Cacheable block) {
    return ((HFileBlock) block).headerSize();
  }

  /** The block's own method is not public in the alphas of HBase 3.0. */
  private static int nextSize(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt(bytes.length - NEXT_SIZE);
  }
}
