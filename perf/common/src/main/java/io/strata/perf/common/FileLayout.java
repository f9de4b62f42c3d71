package io.strata.perf.common;

import java.util.Random;

/**
 * A layout of numbered blocks in files, as HBase lays them out: file names of 32 hexadecimal digits
 * and offsets that ascend in irregular steps. Immutable and deterministic.
 */
public class FileLayout {
  /** Exceeds the usual block sizes, so that offsets ascend; prime, so that steps are irregular. */
  private static final long STRIDE = 131_101;

  /** The range of the irregular part of an offset, in bytes. */
  private static final int JITTER = 61_001;

  private final String[] names;
  private final int blocksEach;

  /**
   * Creates a layout.
   *
   * @param files number of files, 1 or more
   * @param blocksEach number of blocks in each file
   */
  public FileLayout(int files, int blocksEach) {
    this.blocksEach = blocksEach;
    Random random = new Random(files);
    names = new String[files];
    for (int i = 0; i < files; i++) {
      names[i] = String.format("%016x%016x", random.nextLong(), random.nextLong());
    }
  }

  /** Returns the number of blocks. */
  public final int blocks() {
    return names.length * blocksEach;
  }

  /** Returns the number of the file of a block, from 0. */
  public final int fileOf(int block) {
    return block / blocksEach;
  }

  /** Returns the name of a file; always the same object, as in an HBase reader. */
  public final String name(int file) {
    return names[file];
  }

  /** Returns the byte offset of a block in its file; unique over all files. */
  public static long offset(int block) {
    return block * STRIDE + ((block * 0x9E3779B1) >>> 8) % JITTER;
  }

  /** Returns the number of the block at an offset. */
  public static int numberOf(long offset) {
    return (int) (offset / STRIDE);
  }
}
