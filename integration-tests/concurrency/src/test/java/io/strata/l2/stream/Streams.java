package io.strata.l2.stream;

import io.strata.l2.Ring;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.buffer.Run;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * The entries of a stream cache, wired as {@link StreamCache} wires them, over the first blocks of
 * a buffer, which has no more memory: so small that a test can have a new one for each sample.
 */
final class Streams {
  static final String NOTHING = "nothing";
  static final String MIXED = "mixed";

  private static final int BLOCK = StreamLayout.BLOCK_BYTES;

  /** The blocks that have memory, from {@link StreamLayout#FIRST_BLOCK} on. */
  private static final int BLOCKS = 6;

  private static final int END = StreamLayout.FIRST_BLOCK + BLOCKS;

  private static final Ring ALL = new Ring(1 << 12, StreamLayout.offset(END));

  final Entries entries;
  private final Buffers buffers;
  private int notThere;

  Streams() {
    // The words of the blocks that have memory, of the next one, and of the last one.
    ByteBuffer memory = ALL.take(StreamLayout.word(END + 1));
    memory.putLong(StreamLayout.word(StreamLayout.BLOCKS - 1), 0L);
    this.buffers = new Buffers(new ByteBuffer[] {memory});
    this.entries = new Entries(buffers, new BackPressure());
  }

  /** Returns bytes of one value. */
  static ByteBuffer bytes(char each, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) each);
    return ByteBuffer.wrap(bytes);
  }

  /** Inserts an entry of this many blocks, less one byte. */
  int insert(char each, int blocks) {
    return entries.insert(bytes(each, blocks * BLOCK - 1));
  }

  /**
   * Fills all blocks with entries of this many blocks each, and takes those without memory, so that
   * free blocks are fragmented from then on.
   *
   * @return the addresses
   */
  int[] fill(int... blocks) {
    int[] addresses = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      addresses[i] = insert((char) ('u' + i), blocks[i]);
    }
    Run rest = Objects.requireNonNull(buffers.take(StreamLayout.BLOCKS - END, false));
    notThere = rest.count();
    if (rest.first() != END) {
      throw new IllegalStateException("There are " + BLOCKS + " blocks to be filled.");
    }
    return addresses;
  }

  /**
   * Returns the byte of which all of an entry consists, at its first, middle and last position, and
   * how many bytes it has.
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

  /** Returns how many blocks are used, and how many deleted entries are still in use. */
  String rest() {
    long used = StreamLayout.USABLE_BLOCKS - notThere - buffers.freeBlocks();
    return used + " used, " + entries.deletedInUse() + " deleted";
  }
}
