package io.strata.perf.stream.engine;

import java.nio.ByteBuffer;

/**
 * A fixed off-heap slot of the maximum entry size for each number, without look-ups, allocation or
 * eviction. It measures the cost of copying alone, the lower bound for any copying cache.
 */
final class CopyOnlyEngine implements EntryEngine {
  private static final int BUFFER_BYTES = 4 << 20;

  private final ByteBuffer[] buffers;
  private final int entryBytes;
  private final int entriesEach;
  private final int[] lengths;

  CopyOnlyEngine(Sizing sizing) {
    this.entryBytes = sizing.entryBytes();
    this.entriesEach = Math.max(1, BUFFER_BYTES / entryBytes);
    this.lengths = new int[sizing.entries()];
    this.buffers = new ByteBuffer[(sizing.entries() + entriesEach - 1) / entriesEach];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = ByteBuffer.allocateDirect(entriesEach * entryBytes);
    }
  }

  private int offset(int number) {
    return number % entriesEach * entryBytes;
  }

  @Override
  public void insert(int number, byte[] data) {
    buffers[number / entriesEach].put(offset(number), data);
    lengths[number] = data.length;
  }

  @Override
  public int read(int number, byte[] into) {
    buffers[number / entriesEach].get(offset(number), into, 0, lengths[number]);
    return lengths[number];
  }

  @Override
  public void delete(int number) {
    lengths[number] = 0;
  }

  @Override
  public long configuredBytes() {
    return (long) buffers.length * entriesEach * entryBytes;
  }

  @Override
  public void close() {
    // The garbage collector frees the buffers.
  }
}
