package io.strata.l2.stream.buffer;

import io.strata.l2.stream.layout.StreamLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A buffer's words and bytes. Who may touch which, and when, is said by {@code StreamCache};
 * thread-safe for those that keep to it.
 */
public final class BlockBuffer {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final int number;
  private final ByteBuffer memory;
  private final FreeRuns free;

  /** Whether blocks can be taken of it; under the monitor of its free runs. */
  private boolean listed = true;

  /**
   * @param number of the buffer, by which addresses know it
   * @param memory of {@link StreamLayout#BUFFER_BYTES}, zeroed
   */
  public BlockBuffer(int number, ByteBuffer memory) {
    this.number = number;
    this.memory = memory;
    this.free = new FreeRuns(this);
  }

  /** The number by which addresses know the buffer. */
  public int number() {
    return number;
  }

  // ---- words

  /** What is known of a block; what its word vouches for is loaded afterwards. */
  public long word(int block) {
    return (long) WORD.getAcquire(memory, StreamLayout.word(block));
  }

  /** Changes a word that is as expected; says whether it was. */
  public boolean changeWord(int block, long expected, long word) {
    return WORD.compareAndSet(memory, StreamLayout.word(block), expected, word);
  }

  /** Sets the word of a block that the caller owns, after all that it has written before. */
  public void setWord(int block, long word) {
    WORD.setRelease(memory, StreamLayout.word(block), word);
  }

  /** Takes a pin from a word, and returns what it was. */
  public long takePin(int block) {
    return (long) WORD.getAndAdd(memory, StreamLayout.word(block), -1L);
  }

  // ---- bytes

  /**
   * Copies bytes into a run that the caller owns.
   *
   * @param at from the beginning of the block
   */
  public void write(int block, int at, ByteBuffer source, int from, int bytes) {
    memory.put(StreamLayout.place(block) + at, source, from, bytes);
  }

  /** Copies bytes of a run of which the caller has a pin. */
  public void read(int place, ByteBuffer target, int to, int bytes) {
    target.put(to, memory, place, bytes);
  }

  /** A byte of a run of which the caller has a pin. */
  public byte get(int place) {
    return memory.get(place);
  }

  /** The bytes of a run of which the caller has a pin, big-endian. */
  public ByteBuffer view(int place, int bytes) {
    return memory.slice(place, bytes).asReadOnlyBuffer();
  }

  // ---- free runs

  /** The free runs; whoever touches them holds their monitor. */
  public FreeRuns free() {
    return free;
  }

  /** Whether it is where blocks are taken from; under the monitor of the free runs. */
  boolean isListed() {
    return listed;
  }

  void setListed(boolean is) {
    listed = is;
  }
}
