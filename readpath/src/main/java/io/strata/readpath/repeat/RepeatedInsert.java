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
 * What to do with a block that is inserted while a block with its key is cached. Stateless and
 * thread-safe.
 *
 * <p>HBase's own comparison throws if the headers of two blocks name different checksum types. But
 * HBase 2.6 sets none in the header of a cached block, whereas 2.5 and the alphas of 3.0 keep that
 * of the file, unless the block was cached when it was written. So the same block has two headers
 * if a prefetch reads a block that a write has cached, or if 2.6 recovers a block that 2.5 has left
 * on a disk. The checksums themselves are not cached, and no reader of a cached block verifies
 * them. This comparison ignores the fields of the header that describe them.
 *
 * <p>Nothing is thrown, because HBase's reader does not release the block if its insert throws.
 */
public enum RepeatedInsert {
  /** The blocks are equal: keep the cached block. */
  KEEP,
  /** The blocks are equal, and only the inserted one has the size of the next block: replace. */
  REPLACE,
  /** The contents differ: the inserted block, whose checksum HBase has verified, is right. */
  CONTENTS_DIFFER;

  private static final Logger LOG = LoggerFactory.getLogger(RepeatedInsert.class);

  /** Bytes of the next block's size, the last field of a serialized block. */
  private static final int NEXT_SIZE = Integer.BYTES;

  /** Offset of the fields about checksums, the last ones of a header. */
  private static final int CHECKSUM_FIELDS = HConstants.HFILEBLOCK_HEADER_SIZE_NO_CHECKSUM;

  /**
   * Compares two blocks. Neither retains nor releases them.
   *
   * @param cached the cached block, retained by the caller
   * @param inserted the inserted block, retained by the caller
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
      LOG.warn("Replacing block {}: its cached contents differ from those of the file", key);
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

  /**
   * Returns the size of the next block; the block's own method is not public in HBase 3.0 alphas.
   */
  private static int nextSize(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt(bytes.length - NEXT_SIZE);
  }
}
