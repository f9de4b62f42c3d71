package io.strata.perf.bench;

import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;

/**
 * Numbered blocks laid out in files as HBase lays them out: names of 32 hexadecimal digits, offsets
 * that grow by irregular steps. Immutable; the same for the same numbers.
 */
public final class SampleFiles {
  /** Larger than any block that is not huge, so that offsets grow; prime, as steps are not even. */
  private static final long STRIDE = 131_101;

  /** Offsets are so irregular, in bytes. */
  private static final int JITTER = 61_001;

  private final String[] names;
  private final Path[] paths;
  private final int blocksEach;

  /**
   * Names the files.
   *
   * @param files how many, 1 or more
   * @param blocksEach blocks in each
   */
  public SampleFiles(int files, int blocksEach) {
    this.blocksEach = blocksEach;
    Random random = new Random(files);
    names = new String[files];
    paths = new Path[files];
    for (int i = 0; i < files; i++) {
      names[i] = String.format("%016x%016x", random.nextLong(), random.nextLong());
      paths[i] = new Path("/hbase/data/default/t/region/f/" + names[i]);
    }
  }

  /** How many blocks there are. */
  public int blocks() {
    return names.length * blocksEach;
  }

  /** The name of one file, always the same object, as a reader has it. */
  public String name(int file) {
    return names[file];
  }

  /** A new key of a block, as a reader makes one for each look-up. */
  public BlockCacheKey key(int block) {
    return new BlockCacheKey(names[block / blocksEach], offset(block), true, BlockType.DATA);
  }

  /** The same key as HBase 2.6.4 makes it: of the path, whose last part is cut out anew. */
  BlockCacheKey keyOfPath(int block) {
    return new BlockCacheKey(paths[block / blocksEach], offset(block), true, BlockType.DATA);
  }

  /** Where a block begins in its file, in bytes; different for each block of all files. */
  public static long offset(int block) {
    return block * STRIDE + ((block * 0x9E3779B1) >>> 8) % JITTER;
  }

  /** The block that begins there. */
  static int numberOf(long offset) {
    return (int) (offset / STRIDE);
  }
}
