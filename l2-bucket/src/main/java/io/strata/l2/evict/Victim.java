package io.strata.l2.evict;

import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;

/**
 * A block that is evicted, as its {@link VictimSink} sees it, or one that is pinned, as whoever
 * copies it before the store is closed sees it. Its bytes stand until the call that was given it
 * returns. One thread's.
 */
public final class Victim {
  private final SlotTable slots;
  private final FileBlocks file;
  private final int handle;
  private final Compressors compressors;
  private final int largestSlot;
  private final boolean inMemory;
  private final boolean readAgain;

  /**
   * A block in a slot of which the caller has a pin.
   *
   * @param compressors unpack it
   * @param largestSlot bytes of the largest size class
   * @param inMemory whether its family is to stay in memory
   * @param readAgain whether the policy has evidence that it was read more than once
   */
  public Victim(
      SlotTable slots,
      FileBlocks file,
      int handle,
      Compressors compressors,
      int largestSlot,
      boolean inMemory,
      boolean readAgain) {
    this.slots = slots;
    this.file = file;
    this.handle = handle;
    this.compressors = compressors;
    this.largestSlot = largestSlot;
    this.inMemory = inMemory;
    this.readAgain = readAgain;
  }

  /** The name of its file. */
  public String file() {
    return file.name();
  }

  /** Where in its file it begins. */
  public long offset() {
    return slots.offset(handle);
  }

  /** Its bytes, unpacked. */
  public int length() {
    int stored = slots.length(handle);
    return slots.isPacked(handle) ? Compressors.rawBytes(slots.view(handle, stored)) : stored;
  }

  /** The first of the words that it was offered with. */
  public long attributes() {
    return slots.attributes(handle);
  }

  /** The second of those words. */
  public long stamp() {
    return slots.stamp(handle);
  }

  /** Whether its family is to stay in memory. */
  public boolean inMemory() {
    return inMemory;
  }

  /** Whether the policy has evidence that it was read more than once. */
  public boolean wasReadAgain() {
    return readAgain;
  }

  /**
   * Whether its file's blocks were evicted by request meanwhile. Who does that marks the file
   * first: a sink that has passed the block on and asks then sees it, or was done before.
   */
  public boolean isForgotten() {
    return file.isRetired();
  }

  /**
   * Writes its bytes, unpacked.
   *
   * @param memory direct where the block may be packed; its position moves on by {@link #length}
   * @throws IllegalArgumentException when the block is damaged
   */
  public void writeTo(ByteBuffer memory) {
    if (slots.isPacked(handle)) {
      int length = length();
      ByteBuffer to = memory.slice(memory.position(), length);
      compressors.unpack(slots.view(handle, slots.length(handle)), to);
      memory.position(memory.position() + length);
      return;
    }
    for (ByteBuffer part : slots.views(handle, largestSlot)) {
      memory.put(part);
    }
  }
}
