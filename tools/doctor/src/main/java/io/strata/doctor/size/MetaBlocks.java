package io.strata.doctor.size;

/**
 * Estimates the size of index and bloom blocks. An index has an entry per data block, of 56 bytes
 * and the key, according to the documentation of HBase's {@code HFile}. A bloom filter has
 * ln(1/e)/(ln 2)² bits per row, with HBase's default false-positive rate e = 0.01. Blocks have the
 * default size; the lengths of keys and rows are assumed.
 */
final class MetaBlocks {
  static final int KEY_BYTES = 64;
  static final int ROW_BYTES = 1024;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int ENTRY_BYTES = 56;
  private static final double FALSE_POSITIVE_RATE = 0.01;

  private MetaBlocks() {}

  /** Returns the bytes of index and bloom blocks for {@code data} bytes of data. */
  static long bytes(long data) {
    double index = (double) data / BLOCK_BYTES * (ENTRY_BYTES + KEY_BYTES);
    double bits = Math.log(1 / FALSE_POSITIVE_RATE) / (Math.log(2) * Math.log(2));
    double blooms = (double) data / ROW_BYTES * bits / Byte.SIZE;
    return (long) Math.ceil(index + blooms);
  }
}
