package io.strata.flash.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.read.BlockReader.NoBlockException;
import io.strata.flash.read.BlockReader.Wanted;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A part of a region that was read at once, in one buffer, of which each block that is taken out of
 * it has a use. One thread; its region is pinned meanwhile.
 */
final class Window {
  private final BlockReader reader;
  private final ReadBuffer buffer;
  private final Wanted first;
  private final byte[] name;
  private final ByteBuffer memory;
  private final List<FlashBlock> blocks = new ArrayList<>();

  /**
   * Begins with the first block.
   *
   * @param memory begins with the first block's header
   * @throws NoBlockException when that is not there; the buffer stays the caller's
   */
  Window(BlockReader reader, ReadBuffer buffer, Wanted first, ByteBuffer memory)
      throws NoBlockException {
    this.reader = reader;
    this.buffer = buffer;
    this.first = first;
    this.name = Objects.requireNonNull(first.file()).getBytes(UTF_8);
    this.memory = memory;
    take(first);
  }

  /** The blocks that were taken, after which nothing more is. */
  List<FlashBlock> end() {
    reader.release(buffer);
    return blocks;
  }

  /** Is asked about each block of the file that stands behind the first, in their order. */
  @FunctionalInterface
  interface Visitor {
    /** Is asked about one, of which only the header was looked at. */
    void visit(long offset, long place);
  }

  /** Shows the blocks of the first one's file that follow it there and in the file. */
  void visitFollowers(Visitor visitor) {
    int at = FlashAddress.bytes(first.place());
    long last = first.offset();
    while (at + BlockHeader.FIXED_BYTES <= memory.limit()) {
      ByteBuffer rest = memory.slice(at, memory.limit() - at);
      int position = FlashAddress.position(first.place()) + at;
      if (!BlockHeader.isValid(rest, first.region().sequence(), position)) {
        // After damage the next block begins at one of the units to come.
        at += FlashAddress.UNIT;
        continue;
      }
      int bytes = BlockHeader.totalBytes(BlockHeader.nameBytes(rest), BlockHeader.length(rest));
      long offset = BlockHeader.offset(rest);
      if (offset > last && bytes <= rest.limit() && BlockHeader.isOf(rest, name, offset)) {
        visitor.visit(offset, FlashAddress.of(FlashAddress.region(first.place()), position, bytes));
        last = offset;
      }
      at += bytes;
    }
  }

  /**
   * Takes a block out.
   *
   * @throws NoBlockException when it is damaged
   */
  void take(Wanted wanted) throws NoBlockException {
    int at = FlashAddress.position(wanted.place()) - FlashAddress.position(first.place());
    buffer.share();
    boolean given = false;
    try {
      blocks.add(reader.check(wanted, memory.slice(at, FlashAddress.bytes(wanted.place())), buffer));
      given = true;
    } finally {
      if (!given) {
        reader.release(buffer);
      }
    }
  }
}
