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
    double unpackNanosPerByte) {

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
        packer.unpackNanosPerByte());
  }
}
