package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;

/**
 * The counters of compression, and its costs.
 *
 * @param packedBlocks number of packed blocks now
 * @param packedBytes stored bytes of these blocks
 * @param packed number of blocks packed so far
 * @param spilled number of blocks packed so far while they were evicted to a lower tier
 * @param incompressible number of blocks that did not shrink and are not tried again
 * @param unpacked number of reads that found a packed block
 * @param promoted number of these reads that stored the block unpacked again
 * @param packNanos total time spent on packing, in nanoseconds
 * @param packNanosPerByte recent median time to pack a byte, in nanoseconds
 * @param unpackNanosPerByte recent median time to unpack a byte, in nanoseconds
 * @param packedShare recent mean ratio of a packed block's bytes to its raw bytes
 */
public record CompressionStatistics(
    long packedBlocks,
    long packedBytes,
    long packed,
    long spilled,
    long incompressible,
    long unpacked,
    long promoted,
    long packNanos,
    double packNanosPerByte,
    double unpackNanosPerByte,
    double packedShare) {

  static CompressionStatistics of(FileTable files, Packer packer, Unpacker unpacker) {
    return new CompressionStatistics(
        files.packedBlocks(),
        files.packedBytes(),
        packer.packed(),
        packer.spilled(),
        packer.incompressible(),
        unpacker.unpacked(),
        unpacker.promoted(),
        packer.nanos(),
        packer.packNanosPerByte(),
        packer.unpackNanosPerByte(),
        packer.packedShare());
  }

  /**
   * Returns the estimated ratio of raw bytes to stored bytes over all blocks of the store; 1 or
   * more.
   *
   * @param bytes stored bytes of all blocks
   */
  public double density(long bytes) {
    if (bytes <= 0 || packedBytes <= 0) {
      return 1;
    }
    double packed = Math.min(1, (double) packedBytes / bytes);
    return 1 - packed + packed / packedShare;
  }
}
