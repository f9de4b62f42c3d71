package io.strata.flash.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.read.BlockReader.NoBlockException;
import io.strata.flash.read.BlockReader.ReadRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A part of a region that was read at once into one buffer. Each block taken from it has a use of
 * the buffer. Used by one thread, while the region is pinned.
 */
final class Window {
  private final BlockReader reader;
  private final ReadBuffer buffer;
  private final ReadRequest first;
  private final byte[] name;
  private final ByteBuffer memory;
  private final List<FlashBlock> blocks = new ArrayList<>();

  /**
   * Takes the first block.
   *
   * @param memory begins with the first block's header
   * @throws NoBlockException if the block is not there; the caller then keeps its use of the buffer
   */
  Window(BlockReader reader, ReadBuffer buffer, ReadRequest first, ByteBuffer memory)
      throws NoBlockException {
    this.reader = reader;
    this.buffer = buffer;
    this.first = first;
    this.name = Objects.requireNonNull(first.file()).getBytes(UTF_8);
    this.memory = memory;
    take(first);
  }

  /** Ends the window and returns the blocks that were taken. */
  List<FlashBlock> end() {
    reader.release(buffer);
    return blocks;
  }

  /** Visits the blocks of the file behind the first, in order. */
  @FunctionalInterface
  interface FollowerVisitor {
    /** Visits a block, of which only the header was checked. */
    void visit(long offset, long address);
  }

  /** Visits the blocks that follow the first one both in the region and in its file. */
  void visitFollowers(FollowerVisitor visitor) {
    int at = FlashAddress.bytes(first.address());
    long last = first.offset();
    while (at + BlockHeader.FIXED_BYTES <= memory.limit()) {
      ByteBuffer rest = memory.slice(at, memory.limit() - at);
      int position = FlashAddress.position(first.address()) + at;
      if (!BlockHeader.isValid(rest, first.region().sequence(), position)) {
        // After damage, the next block begins at one of the following units.
        at += FlashAddress.UNIT;
        continue;
      }
      int bytes = BlockHeader.totalBytes(BlockHeader.nameBytes(rest), BlockHeader.length(rest));
      long offset = BlockHeader.offset(rest);
      if (offset > last && bytes <= rest.limit() && BlockHeader.isOf(rest, name, offset)) {
        visitor.visit(
            offset, FlashAddress.of(FlashAddress.region(first.address()), position, bytes));
        last = offset;
      }
      at += bytes;
    }
  }

  /**
   * Takes a block.
   *
   * @throws NoBlockException if it is damaged
   */
  void take(ReadRequest request) throws NoBlockException {
    int at = FlashAddress.position(request.address()) - FlashAddress.position(first.address());
    buffer.share();
    boolean given = false;
    try {
      blocks.add(
          reader.check(request, memory.slice(at, FlashAddress.bytes(request.address())), buffer));
      given = true;
    } finally {
      if (!given) {
        reader.release(buffer);
      }
    }
  }
}
