package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;

/**
 * What a store has compressed, and what that cost.
 *
 * @param packedBlocks blocks that are packed now
 * @param packedBytes bytes of these, as they are stored
 * @param packed blocks that were packed so far
 * @param spilled blocks that were packed on their way to a lower tier so far
 * @param incompressible blocks that did not become smaller, and are not tried again
 * @param unpacked reads that found a packed block
 * @param promoted reads of these that made the block raw again
 * @param packNanos time spent on packing, in nanoseconds
 * @param packNanosPerByte recent mean time of packing a byte, in nanoseconds
 * @param unpackNanosPerByte recent mean time of unpacking a byte, in nanoseconds
 * @param packedShare recent mean of a packed block's bytes for each byte of the raw one
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
   * Returns how many bytes of raw blocks each byte of the store's blocks stands for, about; 1 or
   * more.
   *
   * @param bytes of all blocks, as they are stored
   */
  public double density(long bytes) {
    if (bytes <= 0 || packedBytes <= 0) {
      return 1;
    }
    double packed = Math.min(1, (double) packedBytes / bytes);
    return 1 - packed + packed / packedShare;
  }
}
