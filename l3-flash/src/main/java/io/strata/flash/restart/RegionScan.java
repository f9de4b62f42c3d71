package io.strata.flash.restart;

import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.layout.RegionHeader;
import java.nio.ByteBuffer;

/** Finds the blocks in a region by their headers, whatever else lies in it. Pure. */
final class RegionScan {
  private RegionScan() {}

  /** Is given each block. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Is given one.
     *
     * @param block begins with its header
     */
    void visit(ByteBuffer block, int position, int bytes);
  }

  /**
   * Shows the blocks that are unharmed, in their order.
   *
   * @param region its bytes, as far as they are used
   * @param sequence of the region
   * @return how many headers were found whose blocks are damaged
   */
  static int scan(ByteBuffer region, long sequence, Visitor visitor) {
    int damaged = 0;
    int position = RegionHeader.BYTES;
    while (position + BlockHeader.FIXED_BYTES <= region.limit()) {
      ByteBuffer rest = region.slice(position, region.limit() - position);
      if (!BlockHeader.isValid(rest, sequence, position)) {
        // After damage the next block begins at one of the units to come.
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
