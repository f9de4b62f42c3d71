package io.strata.l2.stream;

import io.strata.l2.stream.buffer.BlockBuffer;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@link StreamCache}: insert, append, read and delete. Thread-safe, without locks
 * except those for the allocation of blocks.
 *
 * <h2>States</h2>
 *
 * <pre>
 *           insert                    delete, while pinned
 *   none ------------&gt; live  ---------------------------------&gt; deleted
 *    ^                 |  ^                                         |
 *    |        end busy |  | end free                                |
 *    |   delete        v  |                                         |
 *    +---------------- growing                                      |
 *    |                                                              |
 *    +--------------------------------------------------------------+
 *                              last unpin
 * </pre>
 *
 * Two words hold the state of an entry: that of its first block counts the pins, and that of its
 * last block defines its end. They are the same word if it has one block. Only the thread that owns
 * the end (<i>busy</i>) may append to the entry.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li><b>insert</b>: allocates blocks, fills them, and sets their words from the first to the
 *       last, each by a release store. A thread that finds the last word therefore finds all words
 *       before it, and their bytes.
 *   <li><b>end busy</b> (compare-and-set of the last word): the entry stays unchanged except for
 *       its pins, and its first block stays its first block. A thread that finds the end busy waits
 *       for a copy of at most the other thread's data; the owner never waits for free blocks and
 *       calls no callback meanwhile.
 *   <li><b>append</b>: writes the bytes after the visible ones; then stores the new length in the
 *       last word (a release store, or a compare-and-set if the word counts pins too). If the entry
 *       continues in other blocks, it sets their words before it clears the end in the old last
 *       word. In between, both addresses refer to the entry, but only the old one is known to any
 *       other thread.
 *   <li><b>pin</b> (compare-and-set of the first word): see below.
 *   <li><b>delete</b> (compare-and-set of the last word, which clears the end, and then of the
 *       first word, which prevents pins; a single one if they are the same): the first of these
 *       decides between concurrent deletes and appends. If the entry is not pinned, its blocks are
 *       freed at once. Otherwise the deleting thread records the entry's end before the second
 *       compare-and-set, and the reader that releases the last pin finds it and frees the blocks.
 *   <li><b>unpin</b> (atomic add of -1): orders the reads before later writes to the blocks.
 * </ul>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * A reader walks from the last block to the first, while the blocks may be reused. It pins the
 * first block that it reaches; from then on, the entry that begins there, whichever it is, cannot
 * be freed. It then checks from the first run to the last that each run has the one before it as
 * predecessor. A run whose predecessor is the pinned block belongs to the pinned entry, because no
 * other entry's run can have that predecessor; and it stays, because the entry does. The same holds
 * for the next run, up to the one that the address refers to. For an entry of one block, the
 * compare-and-set of its single word checks all of that at once.
 *
 * <p>This requires that a word never claims the end of a run or an entry that does not end there.
 * The last blocks' words are cleared before their blocks are freed, and an end that a run has grown
 * past becomes an inner block. The first block of a longer run is the only exception, and harmless:
 * no run has it as its predecessor.
 */
final class Entries {
  private static final int SPINS = 100;
  private static final long PAUSE_NANOS = 1_000;

  private final Buffers buffers;
  private final BackPressure backPressure;
  private final ChainWriter writer;
  private final ChainReader reader;

  /** The ends of entries that are deleted and pinned, by their first blocks. */
  private final Map<Integer, Integer> deletedInUse = new ConcurrentHashMap<>();

  Entries(Buffers buffers, BackPressure backPressure) {
    this.buffers = buffers;
    this.backPressure = backPressure;
    this.writer = new ChainWriter(buffers);
    this.reader = new ChainReader(buffers, this);
  }

  // ---- insert

  /** Adds an entry; returns its address, or {@link ChainWriter#FULL}. */
  int insert(ByteBuffer data) {
    return writer.addRuns(data, data.position(), Address.NONE);
  }

  // ---- append

  /**
   * Appends bytes to an entry of the expected length.
   *
   * @return its new address; {@link Address#NONE} if it has another length or does not exist;
   *     {@link ChainWriter#FULL} if there are too few free blocks. In both cases, nothing is
   *     changed
   */
  int append(int address, int expectedLength, ByteBuffer data) {
    BlockBuffer buffer = buffers.of(address);
    int block = Address.block(address);
    long word = buffer == null ? 0 : acquireEnd(buffer, block);
    if (buffer == null || word == 0) {
      return Address.NONE;
    }
    if (lengthOf(word) != expectedLength) {
      setEnd(buffer, block, BlockWord.length(word));
      return Address.NONE;
    }
    int length = BlockWord.length(word);
    int here = Math.min(data.remaining(), StreamLayout.BLOCK_BYTES - length);
    buffer.write(block, length, data, data.position(), here);
    if (here == data.remaining()) {
      setEnd(buffer, block, length + here);
      return address;
    }
    int end = extend(buffer, block, word, data, here);
    if (end == ChainWriter.FULL) {
      setEnd(buffer, block, length);
    }
    return end;
  }

  /** Returns the length of an entry whose end the caller owns. */
  private int lengthOf(long word) {
    int length = 0;
    long run = word;
    for (int before = BlockWord.predecessor(run); before != Address.NONE; ) {
      run = buffers.get(before).word(Address.block(before));
      length += BlockWord.run(run) * StreamLayout.BLOCK_BYTES;
      before = BlockWord.predecessor(run);
    }
    return length + (BlockWord.run(word) - 1) * StreamLayout.BLOCK_BYTES + BlockWord.length(word);
  }

  /** Acquires the end of an entry; returns its word, or 0 if no entry ends in the block. */
  private static long acquireEnd(BlockBuffer buffer, int block) {
    for (int i = 1; ; i++) {
      long word = buffer.word(block);
      if (!BlockWord.isLast(word)) {
        return 0;
      }
      if (!BlockWord.isBusy(word)) {
        if (buffer.changeWord(block, word, BlockWord.busy(word))) {
          return word;
        }
      } else if (i % SPINS == 0) {
        // The owner of the end may have lost its processor.
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Sets the length of the last block of an entry whose end the caller owns, and releases the end.
   */
  private static void setEnd(BlockBuffer buffer, int block, int length) {
    long word = buffer.word(block);
    if (BlockWord.isFirst(word)) {
      // The word counts pins, too.
      while (!buffer.changeWord(block, word, BlockWord.withLength(word, length))) {
        word = buffer.word(block);
      }
    } else {
      buffer.setWord(block, BlockWord.withLength(word, length));
    }
  }

  /**
   * Extends an entry whose last block is full and whose end the caller owns: in the blocks right
   * after it, if they are free, and in others.
   *
   * @param from number of bytes that are written already
   * @return the new end, or {@link ChainWriter#FULL}
   */
  private int extend(BlockBuffer buffer, int block, long word, ByteBuffer data, int from) {
    int position = data.position() + from;
    int bytes = data.remaining() - from;
    int wanted = StreamLayout.blocksFor(bytes);
    int behind = buffers.takeAfter(buffer, block, wanted);
    int last = block + behind;
    int bytesBehind = Math.min(bytes, behind * StreamLayout.BLOCK_BYTES);
    if (behind > 0) {
      buffer.write(block + 1, 0, data, position, bytesBehind);
    }
    int end = Address.of(buffer.number(), last);
    if (behind < wanted) {
      end = writer.addRuns(data, position + bytesBehind, end);
      if (end == ChainWriter.FULL) {
        if (behind > 0) {
          buffers.give(buffer, block + 1, behind);
        }
        return ChainWriter.FULL;
      }
    }
    if (behind > 0) {
      int run = BlockWord.run(word) + behind;
      int before = BlockWord.predecessor(word);
      buffer.setWord(
          last,
          behind == wanted
              ? BlockWord.last(run, StreamLayout.lengthOfLast(bytes), before)
              : BlockWord.middle(run, before));
    }
    clearEnd(buffer, block, behind > 0);
    return end;
  }

  /** Clears the end of an entry that the caller owns, and that of its run if the run goes on. */
  private static void clearEnd(BlockBuffer buffer, int block, boolean runGoesOn) {
    long word = buffer.word(block);
    if (BlockWord.isFirst(word)) {
      while (!buffer.changeWord(block, word, BlockWord.noLongerLast(withFullBlock(word)))) {
        word = buffer.word(block);
      }
    } else if (runGoesOn) {
      buffer.setWord(block, BlockWord.INNER);
    } else {
      buffer.setWord(block, BlockWord.noLongerLast(withFullBlock(word)));
    }
  }

  private static long withFullBlock(long word) {
    return BlockWord.withLength(word, StreamLayout.BLOCK_BYTES);
  }

  // ---- read

  /** Pins an entry; returns null if no entry ends at the address. */
  @Nullable StreamView get(int address) {
    return reader.get(address);
  }

  /** Releases a pin; frees the blocks if it was the last pin of a deleted entry. */
  void unpin(BlockBuffer buffer, int first) {
    long before = buffer.takePin(first);
    if (BlockWord.isDeleted(before) && BlockWord.pins(before) == 1) {
      int address = Address.of(buffer.number(), first);
      free(Objects.requireNonNull(deletedInUse.remove(address)));
    }
  }

  // ---- delete

  /** Deletes an entry; returns whether one ended at the address. */
  boolean delete(int address) {
    BlockBuffer buffer = buffers.of(address);
    if (buffer == null) {
      return false;
    }
    int block = Address.block(address);
    long word = acquireEnd(buffer, block);
    if (word == 0) {
      return false;
    }
    clearEnd(buffer, block, false);
    int end = address;
    for (int before = BlockWord.predecessor(word); before != Address.NONE; ) {
      end = before;
      before = BlockWord.predecessor(buffers.get(end).word(Address.block(end)));
    }
    BlockBuffer firstBuffer = buffers.get(end);
    deleteFirst(firstBuffer, firstOfRun(firstBuffer, Address.block(end)), address);
    return true;
  }

  /** Prevents further pins of an entry, and frees its blocks or leaves that to the last reader. */
  private void deleteFirst(BlockBuffer buffer, int first, int last) {
    int address = Address.of(buffer.number(), first);
    boolean isRecorded = false;
    while (true) {
      long word = buffer.word(first);
      boolean isPinned = BlockWord.pins(word) > 0;
      if (isPinned && !isRecorded) {
        deletedInUse.put(address, last);
        isRecorded = true;
      }
      if (buffer.changeWord(first, word, BlockWord.deleted(word))) {
        if (!isPinned) {
          if (isRecorded) {
            deletedInUse.remove(address);
          }
          free(last);
        }
        return;
      }
    }
  }

  private void free(int last) {
    int end = last;
    while (end != Address.NONE) {
      BlockBuffer buffer = buffers.of(end);
      if (buffer == null) {
        // The cache is closed, and no thread allocates blocks any more.
        return;
      }
      int block = Address.block(end);
      long word = buffer.word(block);
      end = BlockWord.predecessor(word);
      buffers.give(buffer, block - BlockWord.run(word) + 1, BlockWord.run(word));
    }
    backPressure.freed();
  }

  static int firstOfRun(BlockBuffer buffer, int last) {
    return last - BlockWord.run(buffer.word(last)) + 1;
  }

  // ---- monitoring

  /** Returns the number of entries that are deleted and pinned. */
  int deletedInUse() {
    return deletedInUse.size();
  }
}
