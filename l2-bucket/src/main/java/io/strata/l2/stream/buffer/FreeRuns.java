package io.strata.l2.stream.buffer;

import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The free runs of a buffer: maximal sequences of adjacent free blocks, in a doubly linked list
 * through the words of their first blocks, the most recently freed first. The word of a run's last
 * block has its length, too, so that freed blocks merge with free neighbours on both sides
 * (boundary tags: Knuth, The Art of Computer Programming, vol. 1, 2.5, algorithm C). So two free
 * runs are never adjacent, and a buffer whose blocks are all freed is one run again.
 *
 * <p>Not thread-safe: callers must hold the monitor of this object.
 */
public final class FreeRuns {
  /** No run; there is no block 0. */
  static final int NONE = 0;

  /** The word of a block in which no run ends, free or used. */
  private static final long CLEARED = 0;

  /** Maximum number of runs examined for one that is long enough. */
  private static final int MAX_EXAMINED = 8;

  private final BlockBuffer buffer;
  private int head;
  private int blocks;

  FreeRuns(BlockBuffer buffer) {
    this.buffer = buffer;
    for (int block = 0; block < StreamLayout.FIRST_BLOCK; block++) {
      buffer.setWord(block, BlockWord.INNER);
    }
    push(StreamLayout.FIRST_BLOCK, StreamLayout.USABLE_BLOCKS);
    blocks = StreamLayout.USABLE_BLOCKS;
  }

  /** Returns the number of free blocks. */
  public int blocks() {
    return blocks;
  }

  // ---- allocation

  /**
   * Allocates adjacent blocks: as many as wanted, or all of the longest run found.
   *
   * @param wanted 1 or more; at least one block must be free
   * @return the run, whose first and last block are marked as used
   */
  public Run take(int wanted) {
    int best = NONE;
    int bestLength = 0;
    int run = head;
    for (int i = 0; i < MAX_EXAMINED && run != NONE; i++) {
      int length = length(run);
      if (isBetter(length, bestLength, wanted)) {
        best = run;
        bestLength = length;
      }
      if (length == wanted) {
        break;
      }
      run = next(run);
    }
    return take(best, best, Math.min(wanted, bestLength));
  }

  /** Prefers the shortest run that is long enough, or else the longest. */
  private static boolean isBetter(int length, int best, int wanted) {
    if (best < wanted) {
      return length > best;
    }
    return length >= wanted && length < best;
  }

  /**
   * As {@link #take(int)}, for an entry that may grow: allocates in the middle of a long free run,
   * so that blocks stay free after it, and after the run before it.
   */
  public Run takeAppendable(int wanted) {
    int longest = head;
    int run = head;
    for (int i = 0; i < MAX_EXAMINED && run != NONE; i++) {
      if (length(run) > length(longest)) {
        longest = run;
      }
      run = next(run);
    }
    int length = length(longest);
    int count = Math.min(wanted, length);
    boolean untouched = length == StreamLayout.USABLE_BLOCKS;
    return take(longest, untouched ? longest : longest + (length - count) / 2, count);
  }

  /**
   * Allocates the free blocks that begin at {@code begin}, up to the number wanted; for a run that
   * is extended.
   *
   * @return the number of blocks, 0 if the first one is used
   */
  public int takeAt(int begin, int wanted) {
    if (begin == StreamLayout.BLOCKS || BlockWord.isUsed(buffer.word(begin))) {
      return 0;
    }
    // After a used block, a free block is always the first of its run.
    int count = Math.min(wanted, length(begin));
    take(begin, begin, count);
    return count;
  }

  private Run take(int run, int begin, int count) {
    int length = length(run);
    unlink(run);
    int before = begin - run;
    int behind = length - before - count;
    if (behind > 0) {
      push(begin + count, behind);
    }
    if (before > 0) {
      push(run, before);
    }
    buffer.setWord(begin, BlockWord.INNER);
    buffer.setWord(begin + count - 1, BlockWord.INNER);
    blocks -= count;
    return new Run(buffer, begin, count);
  }

  // ---- release

  /** Frees adjacent blocks. */
  public void give(int begin, int count) {
    // The old end must not survive within a longer free run, because a reader may still have its
    // address. The old beginning may: its word says that the entry is deleted.
    buffer.setWord(begin + count - 1, CLEARED);
    int first = begin;
    int length = count;
    long before = buffer.word(begin - 1);
    if (!BlockWord.isUsed(before)) {
      first -= BlockWord.run(before);
      length += BlockWord.run(before);
      unlink(first);
    }
    int behind = begin + count;
    if (behind < StreamLayout.BLOCKS && !BlockWord.isUsed(buffer.word(behind))) {
      length += length(behind);
      unlink(behind);
    }
    push(first, length);
    blocks += count;
  }

  // ---- the list

  private int next(int run) {
    return BlockWord.nextFree(buffer.word(run));
  }

  private int length(int run) {
    return BlockWord.run(buffer.word(run));
  }

  private void push(int first, int length) {
    // Last block first: for a run of one block, the word with the links must win.
    buffer.setWord(first + length - 1, BlockWord.free(length, NONE, NONE));
    buffer.setWord(first, BlockWord.free(length, NONE, head));
    setPrevious(head, first);
    head = first;
  }

  private void unlink(int run) {
    long word = buffer.word(run);
    int previous = BlockWord.previousFree(word);
    int next = BlockWord.nextFree(word);
    if (previous == NONE) {
      head = next;
    } else {
      long before = buffer.word(previous);
      buffer.setWord(
          previous, BlockWord.free(BlockWord.run(before), BlockWord.previousFree(before), next));
    }
    setPrevious(next, previous);
  }

  private void setPrevious(int run, int previous) {
    if (run != NONE) {
      long word = buffer.word(run);
      buffer.setWord(run, BlockWord.free(BlockWord.run(word), previous, BlockWord.nextFree(word)));
    }
  }

  // ---- monitoring

  /** Returns the problems found, a sentence each. */
  List<String> audit() {
    List<String> problems = new ArrayList<>();
    int sum = 0;
    int previous = NONE;
    for (int run = head; run != NONE && sum <= blocks; previous = run, run = next(run)) {
      int last = run + length(run) - 1;
      sum += length(run);
      if (BlockWord.previousFree(buffer.word(run)) != previous) {
        problems.add("Free run %s has a wrong predecessor.".formatted(name(run)));
      }
      if (BlockWord.run(buffer.word(last)) != length(run)) {
        problems.add("Free run %s ends with another length.".formatted(name(run)));
      }
      if (!BlockWord.isUsed(buffer.word(run - 1)) || !isUsedOrEnd(last + 1)) {
        problems.add("Free run %s has a free neighbour.".formatted(name(run)));
      }
    }
    if (sum != blocks) {
      problems.add(
          "Buffer %d counts %d free blocks and chains %d.".formatted(buffer.number(), blocks, sum));
    }
    return problems;
  }

  private boolean isUsedOrEnd(int block) {
    return block == StreamLayout.BLOCKS || BlockWord.isUsed(buffer.word(block));
  }

  private String name(int run) {
    return buffer.number() + ":" + run;
  }
}
