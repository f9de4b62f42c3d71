package io.strata.l2.stream;

import io.strata.l2.stream.StreamView.Extent;
import io.strata.l2.stream.buffer.BlockBuffer;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the entry of an address, and pins it; {@link Entries} says why that is safe. */
final class ChainReader {
  /** No chain is longer: a reader that meets more runs is in a cycle of blocks that changed. */
  private static final int MAX_RUNS = StreamLayout.blocksFor(Integer.MAX_VALUE);

  private static final int INITIAL_RUNS = 8;

  private final Buffers buffers;
  private final Entries entries;

  ChainReader(Buffers buffers, Entries entries) {
    this.buffers = buffers;
    this.entries = entries;
  }

  /** Pins an entry; returns null if no entry ends at the address. */
  @Nullable StreamView get(int address) {
    BlockBuffer buffer = buffers.of(address);
    int block = Address.block(address);
    while (buffer != null) {
      long word = buffer.word(block);
      if (!BlockWord.isLast(word)) {
        return null;
      }
      if (!BlockWord.isFirst(word)) {
        return BlockWord.predecessor(word) == Address.NONE
            ? getRun(buffer, block, BlockWord.run(word))
            : getRuns(address);
      }
      if (pinned(buffer, block, word)) {
        return view(buffer, block, 1, BlockWord.length(word));
      }
    }
    return null;
  }

  private static boolean pinned(BlockBuffer buffer, int block, long word) {
    if (BlockWord.pins(word) == BlockWord.MAX_PINS) {
      throw new IllegalStateException("An entry has the maximum number of views already.");
    }
    return buffer.changeWord(block, word, BlockWord.pinned(word));
  }

  /** Pins the entry that begins in a block; returns whether one does. */
  private static boolean pinFirst(BlockBuffer buffer, int block) {
    while (true) {
      long word = buffer.word(block);
      if (!BlockWord.canBePinned(word)) {
        return false;
      }
      if (pinned(buffer, block, word)) {
        return true;
      }
    }
  }

  private StreamView view(BlockBuffer buffer, int first, int run, int lengthOfLast) {
    int length = (run - 1) * StreamLayout.BLOCK_BYTES + lengthOfLast;
    Extent extent = new Extent(buffer, StreamLayout.offset(first), length);
    return new StreamView(entries, buffer, first, length, extent, null);
  }

  /** Pins an entry of one run. */
  private @Nullable StreamView getRun(BlockBuffer buffer, int last, int run) {
    int first = last - run + 1;
    if (!pinFirst(buffer, first)) {
      return null;
    }
    long word = buffer.word(last);
    if (BlockWord.isLast(word) && BlockWord.run(word) == run) {
      return view(buffer, first, run, BlockWord.length(word));
    }
    entries.unpin(buffer, first);
    return null;
  }

  /** Pins an entry of several runs. */
  private @Nullable StreamView getRuns(int address) {
    int[] ends = new int[INITIAL_RUNS];
    int count = 0;
    int run = 0;
    for (int at = address; at != Address.NONE; ) {
      BlockBuffer buffer = buffers.of(at);
      long word = buffer == null ? 0 : buffer.word(Address.block(at));
      if (!BlockWord.isEnd(word) || count == MAX_RUNS) {
        // The blocks belong to no entry any more.
        return null;
      }
      ends = count == ends.length ? Arrays.copyOf(ends, 2 * count) : ends;
      ends[count++] = at;
      run = BlockWord.run(word);
      at = BlockWord.predecessor(word);
    }
    BlockBuffer buffer = buffers.of(ends[count - 1]);
    int first = Address.block(ends[count - 1]) - run + 1;
    if (buffer == null || !pinFirst(buffer, first)) {
      return null;
    }
    StreamView view = viewOf(ends, count, buffer, first);
    if (view == null) {
      entries.unpin(buffer, first);
    }
    return view;
  }

  /**
   * Returns the view of a pinned entry, or null if it no longer consists of these runs.
   *
   * @param ends the last block of each run, from the last run to the first
   */
  private @Nullable StreamView viewOf(int[] ends, int count, BlockBuffer buffer, int first) {
    Extent[] extents = new Extent[count];
    int length = 0;
    for (int i = 0; i < count; i++) {
      int end = ends[count - 1 - i];
      int before = i == 0 ? Address.NONE : ends[count - i];
      Extent extent = extentOf(end, before, i == count - 1);
      if (extent == null || (i == 0 && extent.offset() != StreamLayout.offset(first))) {
        return null;
      }
      extents[i] = extent;
      length += extent.bytes();
    }
    return new StreamView(entries, buffer, first, length, extents[0], extents);
  }

  /** Returns the bytes of a run; null if its predecessor, or whether it is last, has changed. */
  private @Nullable Extent extentOf(int end, int predecessor, boolean isLast) {
    BlockBuffer buffer = buffers.of(end);
    int block = Address.block(end);
    long word = buffer == null ? 0 : buffer.word(block);
    if (buffer == null
        || !BlockWord.isEnd(word)
        || BlockWord.predecessor(word) != predecessor
        || BlockWord.isLast(word) != isLast) {
      return null;
    }
    int run = BlockWord.run(word);
    int bytes = (run - 1) * StreamLayout.BLOCK_BYTES + BlockWord.length(word);
    return new Extent(buffer, StreamLayout.offset(block - run + 1), bytes);
  }
}
