package io.strata.l2.evict;

import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A block that is evicted, as its {@link EvictionListener} sees it, or one that is pinned, as whoever
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

  /** Its packed form, where it is raw in its slot; null for none. */
  private final @Nullable ByteBuffer packed;

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
    this(slots, file, handle, compressors, largestSlot, inMemory, readAgain, null);
  }

  private Victim(
      SlotTable slots,
      FileBlocks file,
      int handle,
      Compressors compressors,
      int largestSlot,
      boolean inMemory,
      boolean readAgain,
      @Nullable ByteBuffer packed) {
    this.slots = slots;
    this.file = file;
    this.handle = handle;
    this.compressors = compressors;
    this.largestSlot = largestSlot;
    this.inMemory = inMemory;
    this.readAgain = readAgain;
    this.packed = packed;
  }

  /**
   * Returns the same block in its packed form.
   *
   * @param form between position and limit; not changed, and to stand as long as the block
   */
  Victim packedAs(ByteBuffer form) {
    return new Victim(slots, file, handle, compressors, largestSlot, inMemory, readAgain, form);
  }

  /** The name of its file. */
  public String file() {
    return file.name();
  }

  /** Where in its file it begins. */
  public long offset() {
    return slots.offset(handle);
  }

  /** Returns whether it is packed. */
  public boolean isPacked() {
    return packed != null || slots.isPacked(handle);
  }

  /** Returns how many bytes {@link #writeStoredTo} writes. */
  public int storedLength() {
    return packed == null ? slots.length(handle) : packed.remaining();
  }

  /** Writes its bytes, packed if it is; the memory's position moves on by their number. */
  public void writeStoredTo(ByteBuffer memory) {
    if (packed == null) {
      writeSlotsTo(memory);
    } else {
      memory.put(packed.duplicate());
    }
  }

  private void writeSlotsTo(ByteBuffer memory) {
    for (ByteBuffer part : slots.views(handle, largestSlot)) {
      memory.put(part);
    }
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
    } else {
      writeSlotsTo(memory);
    }
  }
}
