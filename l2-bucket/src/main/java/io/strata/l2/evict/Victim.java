package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;

/**
 * A block that is going, as its {@link VictimSink} sees it: nobody finds it any more, and its bytes
 * stand for as long as the sink is asked. One thread's.
 */
public final class Victim {
  private final SlotTable slots;
  private final FileBlocks file;
  private final int handle;
  private final int largestSlot;
  private final boolean inMemory;
  private final boolean readAgain;

  Victim(
      SlotTable slots,
      FileBlocks file,
      int handle,
      int largestSlot,
      boolean inMemory,
      boolean readAgain) {
    this.slots = slots;
    this.file = file;
    this.handle = handle;
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

  /** Its bytes. */
  public int length() {
    return slots.length(handle);
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

  /** Its memory, in pieces where it lies in several slots; not to be written to. */
  public ByteBuffer[] views() {
    return slots.views(handle, largestSlot);
  }
}
