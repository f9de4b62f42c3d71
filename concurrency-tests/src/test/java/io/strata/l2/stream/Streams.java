package io.strata.l2.stream;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The entries of a cache, wired as {@link StreamCache} wires them, over the first blocks of a
 * buffer of which no more memory is there: so small that a test can have a fresh one for each of
 * its samples.
 */
final class Streams {
  static final String NOTHING = "nothing";
  static final String MIXED = "mixed";

  private static final int BLOCK = StreamLayout.BLOCK_BYTES;

  /** Blocks that are there; a test takes no more. */
  private static final int BLOCKS = 6;

  private static final int BYTES = (StreamLayout.WORD_BLOCKS + BLOCKS) * BLOCK;

  /** Many times more than the samples that are under way at one time. */
  private static final int COUNT = 1 << 12;

  private static final ByteBuffer[] ALL = new ByteBuffer[COUNT];
  private static final AtomicInteger NEXT = new AtomicInteger();

  static {
    ByteBuffer whole =
        ByteBuffer.allocateDirect(COUNT * BYTES + BucketLayout.ALIGNMENT)
            .alignedSlice(BucketLayout.ALIGNMENT);
    for (int i = 0; i < COUNT; i++) {
      ALL[i] = whole.slice(i * BYTES, BYTES);
    }
  }

  final Entries entries;
  private final Buffers buffers;

  Streams() {
    ByteBuffer memory = ALL[NEXT.getAndIncrement() & (COUNT - 1)];
    for (int block = 0; block < StreamLayout.WORD_BLOCKS + BLOCKS; block++) {
      memory.putLong(StreamLayout.word(block), 0L);
    }
    memory.putLong(StreamLayout.word(StreamLayout.BLOCKS - 1), 0L);
    this.buffers = new Buffers(new ByteBuffer[] {memory});
    this.entries = new Entries(buffers, new Room());
  }

  /** Bytes that are all alike. */
  static ByteBuffer bytes(char each, int length) {
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, (byte) each);
    return ByteBuffer.wrap(bytes);
  }

  /** An entry of so many blocks but one byte. */
  int insert(char each, int blocks) {
    return entries.insert(bytes(each, blocks * BLOCK - 1));
  }

  /**
   * The byte of which all of an entry is made at its first, its last and a middle place, and how
   * many blocks it has.
   */
  String read(int address) {
    StreamView view = entries.get(address);
    if (view == null) {
      return NOTHING;
    }
    String seen = describe(view);
    view.release();
    return seen;
  }

  static String describe(StreamView view) {
    byte first = view.get(0);
    boolean alike = view.get(view.length() / 2) == first && view.get(view.length() - 1) == first;
    return alike ? (char) first + " " + view.length() : MIXED;
  }

  /** How many blocks entries have, and how many entries are deleted and in use. */
  String rest() {
    long used = StreamLayout.USABLE_BLOCKS - buffers.freeBlocks();
    return used + " used, " + entries.deletedInUse() + " deleted";
  }
}
