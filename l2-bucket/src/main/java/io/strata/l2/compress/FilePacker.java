package io.strata.l2.compress;

import java.nio.ByteBuffer;

/** Packs a block with what is known about its file. For one thread, the packer's. */
public interface FilePacker {
  /** Packs each block by itself. */
  FilePacker PLAIN =
      new FilePacker() {
        @Override
        public int pack(String file, BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
          return Compressors.pack(by, raw, to);
        }

        @Override
        public void work() {}
      };

  /**
   * Packs a block, as {@link Compressors#pack} does.
   *
   * @param file name of the block's file
   * @param by the algorithm for a block that is packed by itself
   * @param raw direct, between position and limit, shorter than {@link Compressors#MAX_RAW_BYTES}
   * @param to direct, big-endian, with {@link Compressors#maxPackedBytes} of {@code by} remaining
   * @return the length of the packed block, which begins at the initial position of {@code to}
   */
  int pack(String file, BlockCompressor by, ByteBuffer raw, ByteBuffer to);

  /**
   * Does what a packed block made necessary. Called between two blocks, so that its duration, up to
   * a second, does not count as the cost of packing.
   */
  void work();
}
