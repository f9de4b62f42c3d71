package io.strata.l2.evict;

import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An evicted block as the {@link EvictionListener} sees it, or a pinned one that is copied before
 * the store is closed. Its bytes are valid until the call that received it returns. For one thread.
 */
public final class Victim {
  private final SlotTable slots;
  private final FileBlocks file;
  private final int handle;
  private final Compressors compressors;
  private final int largestSlot;
  private final boolean inMemory;
  private final boolean readAgain;

  /** The packed form, if the block is unpacked in its slot; else null. */
  private final @Nullable ByteBuffer packed;

  /**
   * Creates the view of a block in a slot that the caller pins.
   *
   * @param compressors unpack it
   * @param largestSlot bytes of the largest size class
   * @param inMemory whether its column family is an in-memory one
   * @param readAgain whether the policy knows that it was read more than once
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
   * @param form between position and limit; not changed, and valid as long as the block
   */
  Victim packedAs(ByteBuffer form) {
    return new Victim(slots, file, handle, compressors, largestSlot, inMemory, readAgain, form);
  }

  /** Returns the name of the file. */
  public String file() {
    return file.name();
  }

  /** Returns the offset in the file. */
  public long offset() {
    return slots.offset(handle);
  }

  /** Returns whether the block is packed. */
  public boolean isPacked() {
    return packed != null || slots.isPacked(handle);
  }

  /** Returns how many bytes {@link #writeStoredTo} writes. */
  public int storedLength() {
    return packed == null ? slots.length(handle) : packed.remaining();
  }

  /** Writes the bytes, packed if the block is; advances the memory's position by their number. */
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

  /** Returns the length in bytes, unpacked. */
  public int length() {
    int stored = slots.length(handle);
    return slots.isPacked(handle) ? Compressors.rawBytes(slots.view(handle, stored)) : stored;
  }

  /** Returns the first of the caller's two words. */
  public long attributes() {
    return slots.attributes(handle);
  }

  /** Returns the second of the caller's two words. */
  public long stamp() {
    return slots.stamp(handle);
  }

  /** Returns whether the column family is an in-memory one. */
  public boolean inMemory() {
    return inMemory;
  }

  /** Returns whether the policy knows that the block was read more than once. */
  public boolean wasReadAgain() {
    return readAgain;
  }

  /**
   * Returns whether the blocks of the file were evicted by request meanwhile. The file is retired
   * before its blocks are evicted. So a listener that has passed the block on, and asks afterwards,
   * either sees that or was done before.
   */
  public boolean isFileRetired() {
    return file.isRetired();
  }

  /**
   * Writes the bytes, unpacked.
   *
   * @param memory direct if the block may be packed; its position advances by {@link #length}
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
