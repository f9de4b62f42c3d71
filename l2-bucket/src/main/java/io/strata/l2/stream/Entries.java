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
 * The entries: how they come, grow, are read and go. Thread-safe, without locks but those under
 * which blocks are taken and given back.
 *
 * <h2>An entry's way</h2>
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
 * Two words speak for an entry, which are one when it has one block: that of its first block counts
 * the pins, and that of its last says where it ends. Only who has the end to himself (<i>busy</i>)
 * may append to an entry.
 *
 * <ul>
 *   <li><b>insert</b>: blocks that were taken are nobody else's. They are filled, and their words
 *       set from the first to the last, each by a releasing store. So who finds the last one finds
 *       all before it, and their bytes.
 *   <li><b>end busy</b> (compare-and-set of the last word): the entry stays what it is but for the
 *       pins, and its first block is the first block of this entry for as long. A thread that finds
 *       the end busy waits, for a copy of no more than was offered: nobody waits for room or calls
 *       anybody meanwhile.
 *   <li><b>append</b>: the bytes are written behind those that anybody can see; then the last word
 *       gets its new length (a releasing store, or a compare-and-set where it counts the pins too).
 *       When the entry goes on in other blocks, their words are set before the old end's says that
 *       it is none any more. In between both addresses name the entry, of which only the old one is
 *       known to anybody.
 *   <li><b>pin</b> (compare-and-set of the first word): a reader goes from the last block to the
 *       first, and what it meets may change hands under it. It pins the first block that it comes
 *       to; from then on whatever entry begins there cannot go. Then it looks from the first to the
 *       last whether each run still has the one before it as its predecessor. The one that has the
 *       pinned block as such belongs to the pinned entry, as only that entry's can; and it stays,
 *       for the entry does; and so does the next one, up to the one that was asked for. The word of
 *       an entry of one block is pinned as it was found, which is all of that at once.
 *       <p>For that, a word must not say of a run that it ends in a block, or of an entry, unless
 *       it does: those of last blocks say so no more before their blocks are free, and an end that
 *       a run has grown over becomes a block like others. The first block of a longer run is the
 *       one exception, and harmless: no run has it as its predecessor.
 *   <li><b>delete</b> (compare-and-set of the last word, in which the entry then does not end any
 *       more, and of the first, which then cannot be pinned any more; one where they are one): the
 *       first of the two decides between those that delete and append. Without a pin the blocks are
 *       freed at once. Else the deleter leaves word where the entry ended, before the second, and
 *       the reader that takes the last pin finds it and frees them.
 *   <li><b>unpin</b> (atomic add of -1): releases what was read to whoever writes there next.
 * </ul>
 */
final class Entries {
  private static final int SPINS = 100;
  private static final long PAUSE_NANOS = 1_000;

  private final Buffers buffers;
  private final BackPressure room;
  private final ChainWriter writer;
  private final ChainReader reader;

  /** Where entries end that are deleted and pinned, by where they begin. */
  private final Map<Integer, Integer> deletedInUse = new ConcurrentHashMap<>();

  Entries(Buffers buffers, BackPressure room) {
    this.buffers = buffers;
    this.room = room;
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
   * Adds bytes to an entry that has so many.
   *
   * @return its address from now on; {@link Address#NONE} when it has another length or is not
   *     there, {@link ChainWriter#FULL} when there is no room: nothing is changed then
   */
  int append(int address, int expectedLength, ByteBuffer data) {
    BlockBuffer buffer = buffers.of(address);
    int block = Address.block(address);
    long word = buffer == null ? 0 : takeEnd(buffer, block);
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
    int end = goOn(buffer, block, word, data, here);
    if (end == ChainWriter.FULL) {
      setEnd(buffer, block, length);
    }
    return end;
  }

  /** Of an entry whose end the caller has to itself. */
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

  /** Has the end of an entry to itself, and returns its word, or 0 when no entry ends there. */
  private static long takeEnd(BlockBuffer buffer, int block) {
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
        // Whoever has the end may have lost its processor.
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** Lets an entry end in a block, after so many bytes of it, that the caller has to itself. */
  private static void setEnd(BlockBuffer buffer, int block, int length) {
    long word = buffer.word(block);
    if (BlockWord.isFirst(word)) {
      // Which counts pins, too.
      while (!buffer.changeWord(block, word, BlockWord.withLength(word, length))) {
        word = buffer.word(block);
      }
    } else {
      buffer.setWord(block, BlockWord.withLength(word, length));
    }
  }

  /**
   * Lets an entry go on behind a full block in which it ends, and which the caller has to itself:
   * in the blocks right behind it, if they are free, and in others.
   *
   * @param from how many of the bytes are written
   * @return its new end, or {@link ChainWriter#FULL}
   */
  private int goOn(BlockBuffer buffer, int block, long word, ByteBuffer data, int from) {
    int position = data.position() + from;
    int bytes = data.remaining() - from;
    int wanted = StreamLayout.blocksFor(bytes);
    int behind = buffers.takeBehind(buffer, block, wanted);
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
    leaveEnd(buffer, block, behind > 0);
    return end;
  }

  /** The entry does not end any more in a block that the caller has to itself, nor does its run. */
  private static void leaveEnd(BlockBuffer buffer, int block, boolean runGoesOn) {
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

  /** Pins an entry; returns null when none ends there. */
  @Nullable StreamView get(int address) {
    return reader.get(address);
  }

  /** Lets go of a pin, and of the entry's blocks when it was the last of one that is deleted. */
  void unpin(BlockBuffer buffer, int first) {
    long before = buffer.takePin(first);
    if (BlockWord.isDeleted(before) && BlockWord.pins(before) == 1) {
      int address = Address.of(buffer.number(), first);
      free(Objects.requireNonNull(deletedInUse.remove(address)));
    }
  }

  // ---- delete

  /** Deletes an entry; says whether one ended there. */
  boolean delete(int address) {
    BlockBuffer buffer = buffers.of(address);
    if (buffer == null) {
      return false;
    }
    int block = Address.block(address);
    long word = takeEnd(buffer, block);
    if (word == 0) {
      return false;
    }
    leaveEnd(buffer, block, false);
    int end = address;
    for (int before = BlockWord.predecessor(word); before != Address.NONE; ) {
      end = before;
      before = BlockWord.predecessor(buffers.get(end).word(Address.block(end)));
    }
    BlockBuffer firstBuffer = buffers.get(end);
    deleteFirst(firstBuffer, firstOfRun(firstBuffer, Address.block(end)), address);
    return true;
  }

  /** Keeps an entry from being pinned, and frees its blocks or leaves that to who has them. */
  private void deleteFirst(BlockBuffer buffer, int first, int last) {
    int address = Address.of(buffer.number(), first);
    boolean isNoted = false;
    while (true) {
      long word = buffer.word(first);
      boolean isPinned = BlockWord.pins(word) > 0;
      if (isPinned && !isNoted) {
        deletedInUse.put(address, last);
        isNoted = true;
      }
      if (buffer.changeWord(first, word, BlockWord.deleted(word))) {
        if (!isPinned) {
          if (isNoted) {
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
        // The cache was closed: nobody takes blocks any more.
        return;
      }
      int block = Address.block(end);
      long word = buffer.word(block);
      end = BlockWord.predecessor(word);
      buffers.give(buffer, block - BlockWord.run(word) + 1, BlockWord.run(word));
    }
    room.freed();
  }

  static int firstOfRun(BlockBuffer buffer, int last) {
    return last - BlockWord.run(buffer.word(last)) + 1;
  }

  // ---- looking on

  /** How many entries are deleted and pinned. */
  int deletedInUse() {
    return deletedInUse.size();
  }
}
