package io.strata.l2.stream;

import io.strata.l2.stream.StreamView.Part;
import io.strata.l2.stream.buffer.BlockBuffer;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds what an address names, and pins it; for {@link Entries}, which says why that is safe. */
final class ChainReader {
  /** No chain is longer: a reader that met more went round in circles, in blocks that changed. */
  private static final int MAX_RUNS = StreamLayout.blocksFor(Integer.MAX_VALUE);

  private static final int FIRST_PATH = 8;

  private final Buffers buffers;
  private final Entries entries;

  ChainReader(Buffers buffers, Entries entries) {
    this.buffers = buffers;
    this.entries = entries;
  }

  /** Pins an entry; returns null when none ends there. */
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
      throw new IllegalStateException("An entry has as many views as can be counted.");
    }
    return buffer.changeWord(block, word, BlockWord.pinned(word));
  }

  /** Pins an entry that begins there; says whether one does. */
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
    Part part = new Part(buffer, StreamLayout.place(first), length);
    return new StreamView(entries, buffer, first, length, part, null);
  }

  /** Of an entry of one run. */
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

  /** Of an entry of several runs. */
  private @Nullable StreamView getRuns(int address) {
    int[] ends = new int[FIRST_PATH];
    int count = 0;
    int run = 0;
    for (int at = address; at != Address.NONE; ) {
      BlockBuffer buffer = buffers.of(at);
      long word = buffer == null ? 0 : buffer.word(Address.block(at));
      if (!BlockWord.isEnd(word) || count == MAX_RUNS) {
        // By now they are of no entry any more.
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
   * The bytes of an entry that is pinned, if those are its runs.
   *
   * @param ends the last blocks of so many runs, from the last run to the first
   */
  private @Nullable StreamView viewOf(int[] ends, int count, BlockBuffer buffer, int first) {
    Part[] parts = new Part[count];
    int length = 0;
    for (int i = 0; i < count; i++) {
      int end = ends[count - 1 - i];
      int before = i == 0 ? Address.NONE : ends[count - i];
      Part part = partOf(end, before, i == count - 1);
      if (part == null || (i == 0 && part.place() != StreamLayout.place(first))) {
        return null;
      }
      parts[i] = part;
      length += part.bytes();
    }
    return new StreamView(entries, buffer, first, length, parts[0], parts);
  }

  /** The bytes of a run, if it is still the one behind that, and the entry ends there or not. */
  private @Nullable Part partOf(int end, int predecessor, boolean isLast) {
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
    return new Part(buffer, StreamLayout.place(block - run + 1), bytes);
  }
}
