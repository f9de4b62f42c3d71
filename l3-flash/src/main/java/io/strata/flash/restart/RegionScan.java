package io.strata.flash.restart;

import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;

/** Finds the blocks of a region by their headers, whatever else is in it. Stateless. */
final class RegionScan {
  private RegionScan() {}

  /** Visits the blocks of a region. */
  @FunctionalInterface
  interface BlockVisitor {
    /**
     * Visits a block.
     *
     * @param block begins with its header
     */
    void visit(ByteBuffer block, int position, int bytes);
  }

  /**
   * Visits the undamaged blocks in order.
   *
   * @param region the bytes in use
   * @param sequence of the region
   * @return the number of headers found whose blocks are damaged
   */
  static int scan(ByteBuffer region, long sequence, BlockVisitor visitor) {
    int damaged = 0;
    int position = RegionHeader.BYTES;
    while (position + BlockHeader.FIXED_BYTES <= region.limit()) {
      ByteBuffer rest = region.slice(position, region.limit() - position);
      if (!BlockHeader.isValid(rest, sequence, position)) {
        // After damage, the next block begins at one of the following units.
        position += FlashAddress.UNIT;
        continue;
      }
      int bytes = BlockHeader.totalBytes(BlockHeader.nameBytes(rest), BlockHeader.length(rest));
      if (BlockHeader.isBlockValid(rest)) {
        visitor.visit(rest, position, bytes);
      } else {
        damaged++;
      }
      position += bytes;
    }
    return damaged;
  }
}
