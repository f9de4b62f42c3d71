package io.strata.doctor.size;

/**
 * How much the index and bloom blocks of some data take. An index has an entry for each data block,
 * of 56 bytes and the key, as the documentation of HBase's {@code HFile} reckons; a bloom filter
 * has ln(1/e)/(ln 2)² bits for each row, with HBase's default e of 0.01 for the share of rows that
 * it wrongly lets through. Blocks have the default size; how long keys and rows are is assumed.
 */
final class MetaBlocks {
  static final int KEY_BYTES = 64;
  static final int ROW_BYTES = 1024;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int ENTRY_BYTES = 56;
  private static final double WRONG_SHARE = 0.01;

  private MetaBlocks() {}

  /** Bytes, for so many of data. */
  static long bytes(long data) {
    double index = (double) data / BLOCK_BYTES * (ENTRY_BYTES + KEY_BYTES);
    double bits = Math.log(1 / WRONG_SHARE) / (Math.log(2) * Math.log(2));
    double blooms = (double) data / ROW_BYTES * bits / Byte.SIZE;
    return (long) Math.ceil(index + blooms);
  }
}
