package io.strata.perf.common;

import java.util.Random;

/**
 * Numbered blocks laid out in files as HBase lays them out: names of 32 hexadecimal digits, offsets
 * that grow by irregular steps. Immutable; the same for the same numbers.
 */
public class FileLayout {
  /** Larger than any block that is not huge, so that offsets grow; prime, as steps are not even. */
  private static final long STRIDE = 131_101;

  /** Offsets are so irregular, in bytes. */
  private static final int JITTER = 61_001;

  private final String[] names;
  private final int blocksEach;

  /**
   * Names the files.
   *
   * @param files how many, 1 or more
   * @param blocksEach blocks in each
   */
  public FileLayout(int files, int blocksEach) {
    this.blocksEach = blocksEach;
    Random random = new Random(files);
    names = new String[files];
    for (int i = 0; i < files; i++) {
      names[i] = String.format("%016x%016x", random.nextLong(), random.nextLong());
    }
  }

  /** Returns how many blocks there are. */
  public final int blocks() {
    return names.length * blocksEach;
  }

  /** Returns the number of a block's file, from 0. */
  public final int fileOf(int block) {
    return block / blocksEach;
  }

  /** Returns the name of one file, always the same object, as a reader has it. */
  public final String name(int file) {
    return names[file];
  }

  /** Returns where a block begins in its file, in bytes; different for each block of all files. */
  public static long offset(int block) {
    return block * STRIDE + ((block * 0x9E3779B1) >>> 8) % JITTER;
  }

  /** Returns the block that begins there. */
  public static int numberOf(long offset) {
    return (int) (offset / STRIDE);
  }
}
