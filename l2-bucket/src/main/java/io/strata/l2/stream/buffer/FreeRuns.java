package io.strata.l2.stream.buffer;

import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs of neighbouring blocks of a buffer that are nobody's: chained from the last one that
 * came free to the first, by the word of each run's first block. The word of its last block says
 * how long it is, too, so what comes free becomes one with what is free on both sides of it
 * (boundary tags: Knuth, The Art of Computer Programming, vol. 1, 2.5, algorithm C). So a free
 * block never has a free neighbour in another run, and a buffer from which all goes is one run
 * again.
 *
 * <p>Not thread-safe: whoever calls holds the monitor of this object.
 */
public final class FreeRuns {
  /** No run: block 0 holds words. */
  static final int NONE = 0;

  /** Of a block in which no run ends any more, free or used. */
  private static final long NOBODYS = 0;

  /** How many runs are looked at for one that is long enough. */
  private static final int LOOKS = 8;

  private final BlockBuffer buffer;
  private int head;
  private int blocks;

  FreeRuns(BlockBuffer buffer) {
    this.buffer = buffer;
    for (int block = 0; block < StreamLayout.WORD_BLOCKS; block++) {
      buffer.setWord(block, BlockWord.INNER);
    }
    push(StreamLayout.WORD_BLOCKS, StreamLayout.USABLE_BLOCKS);
    blocks = StreamLayout.USABLE_BLOCKS;
  }

  /** How many blocks are free. */
  public int blocks() {
    return blocks;
  }

  // ---- taking

  /**
   * Takes neighbouring blocks, as many as are wanted, or of the longest run that was found.
   *
   * @param wanted 1 or more; there is at least one
   * @return what was taken, of which the first and the last block are marked as used
   */
  public Run take(int wanted) {
    int best = NONE;
    int bestLength = 0;
    int run = head;
    for (int i = 0; i < LOOKS && run != NONE; i++) {
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

  /** The shortest of those that are long enough, or the longest of those that are not. */
  private static boolean isBetter(int length, int best, int wanted) {
    if (best < wanted) {
      return length > best;
    }
    return length >= wanted && length < best;
  }

  /**
   * As {@link #take(int)} for a run that will grow: in the middle of a long free run, so that there
   * is room behind it, and behind what is before it.
   */
  public Run takeToGrow(int wanted) {
    int longest = head;
    int run = head;
    for (int i = 0; i < LOOKS && run != NONE; i++) {
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
   * Takes the blocks from {@code begin} on that are free, so many at most: behind a run that grows.
   *
   * @return how many, 0 when the block is used
   */
  public int takeAt(int begin, int wanted) {
    if (begin == StreamLayout.BLOCKS || BlockWord.isUsed(buffer.word(begin))) {
      return 0;
    }
    // Behind a run that is used there is no free block that is not the first of its run.
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

  // ---- giving back

  /** Frees neighbouring blocks that are nobody's any more. */
  public void give(int begin, int count) {
    // What said that a run ends here must not be left within a longer one: a reader may still have
    // the address. What said that an entry begins here says also that it is deleted.
    buffer.setWord(begin + count - 1, NOBODYS);
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

  // ---- the chain

  private int next(int run) {
    return BlockWord.nextFree(buffer.word(run));
  }

  private int length(int run) {
    return BlockWord.run(buffer.word(run));
  }

  private void push(int first, int length) {
    // The last one first: of a run of one block, the word of the first is also the chain's.
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

  // ---- looking on

  /** What is wrong, a sentence each. */
  List<String> audit() {
    List<String> wrong = new ArrayList<>();
    int sum = 0;
    int previous = NONE;
    for (int run = head; run != NONE && sum <= blocks; previous = run, run = next(run)) {
      int last = run + length(run) - 1;
      sum += length(run);
      if (BlockWord.previousFree(buffer.word(run)) != previous) {
        wrong.add("Free run %s has a wrong predecessor.".formatted(name(run)));
      }
      if (BlockWord.run(buffer.word(last)) != length(run)) {
        wrong.add("Free run %s ends with another length.".formatted(name(run)));
      }
      if (!BlockWord.isUsed(buffer.word(run - 1)) || !isUsedOrEnd(last + 1)) {
        wrong.add("Free run %s has a free neighbour.".formatted(name(run)));
      }
    }
    if (sum != blocks) {
      wrong.add(
          "Buffer %d counts %d free blocks and chains %d.".formatted(buffer.number(), blocks, sum));
    }
    return wrong;
  }

  private boolean isUsedOrEnd(int block) {
    return block == StreamLayout.BLOCKS || BlockWord.isUsed(buffer.word(block));
  }

  private String name(int run) {
    return buffer.number() + ":" + run;
  }
}
