package io.strata.l2.stream.buffer;

import io.strata.l2.stream.layout.StreamLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The words and bytes of a buffer. Thread-safe for callers that follow the protocol described in
 * {@code Entries}.
 */
public final class BlockBuffer {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final int number;
  private final ByteBuffer memory;
  private final FreeRuns free;

  /** Whether blocks can be allocated from this buffer; guarded by the monitor of its free runs. */
  private boolean listed = true;

  /**
   * @param number number of the buffer in addresses
   * @param memory memory of {@link StreamLayout#BUFFER_BYTES}, zeroed
   */
  public BlockBuffer(int number, ByteBuffer memory) {
    this.number = number;
    this.memory = memory;
    this.free = new FreeRuns(this);
  }

  /** Returns the buffer's number in addresses. */
  public int number() {
    return number;
  }

  // ---- words

  /** Returns a block's word; an acquire load. */
  public long word(int block) {
    return (long) WORD.getAcquire(memory, StreamLayout.word(block));
  }

  /** Replaces a word if it is as expected; returns whether it was. */
  public boolean changeWord(int block, long expected, long word) {
    return WORD.compareAndSet(memory, StreamLayout.word(block), expected, word);
  }

  /** Sets the word of a block that the caller owns; a release store. */
  public void setWord(int block, long word) {
    WORD.setRelease(memory, StreamLayout.word(block), word);
  }

  /** Removes a pin from a word; returns the word before. */
  public long takePin(int block) {
    return (long) WORD.getAndAdd(memory, StreamLayout.word(block), -1L);
  }

  // ---- bytes

  /**
   * Copies bytes into a run that the caller owns.
   *
   * @param at offset from the beginning of the block
   */
  public void write(int block, int at, ByteBuffer source, int from, int bytes) {
    memory.put(StreamLayout.offset(block) + at, source, from, bytes);
  }

  /** Copies bytes of a run that the caller has pinned. */
  public void read(int offset, ByteBuffer target, int to, int bytes) {
    target.put(to, memory, offset, bytes);
  }

  /** Returns a byte of a run that the caller has pinned. */
  public byte get(int offset) {
    return memory.get(offset);
  }

  /** Returns the bytes of a run that the caller has pinned, big-endian and read-only. */
  public ByteBuffer view(int offset, int bytes) {
    return memory.slice(offset, bytes).asReadOnlyBuffer();
  }

  // ---- free runs

  /** Returns the free runs; callers must hold their monitor. */
  public FreeRuns free() {
    return free;
  }

  /** Returns whether blocks can be allocated from it; guarded by the monitor of the free runs. */
  boolean isListed() {
    return listed;
  }

  void setListed(boolean is) {
    listed = is;
  }
}
