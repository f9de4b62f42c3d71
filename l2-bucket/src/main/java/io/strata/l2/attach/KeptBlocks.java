package io.strata.l2.attach;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the blocks of one bucket after another, as a writer does that has just filled their
 * slots. For one thread; several go through buckets of their own.
 *
 * <p>By the state of its slot, a block is treated in one of three ways:
 *
 * <ul>
 *   <li>Its slot was visible, or a victim, and holds all of the block: it is published.
 *   <li>It continues in other slots, possibly of later buckets: its first slot, and each slot that
 *       is a part of a block, are left for {@link #attachMultiSlot}.
 *   <li>Its slot was being filled, or evicted, or its file is unknown: the slot is freed.
 * </ul>
 */
final class KeptBlocks {
  /** Size of a cache of files in front of the table. */
  private static final int RECENT_FILES = 1 << 10;

  private final StoreCore core;
  private final SlotTable slots;
  private final Attachment.Rules rules;
  private final @Nullable FileBlocks[] recent = new @Nullable FileBlocks[RECENT_FILES];

  /** The first slots of blocks in several slots, with their policy bits. */
  private final Map<Integer, Integer> firsts = new HashMap<>();

  /** The further slots of such blocks. */
  private final List<Integer> parts = new ArrayList<>();

  private long taken;
  private long takenBytes;
  private long dropped;

  KeptBlocks(StoreCore core, Attachment.Rules rules) {
    this.core = core;
    this.slots = core.slots();
    this.rules = rules;
  }

  /** Returns the number of blocks published. */
  long taken() {
    return taken;
  }

  /** Returns the bytes of these blocks. */
  long takenBytes() {
    return takenBytes;
  }

  /** Returns the number of blocks that were visible and could not be published. */
  long dropped() {
    return dropped;
  }

  /** Attaches a bucket; does nothing and returns false if it holds no block. */
  boolean attach(int number) {
    Optional<KeptFormat> found = KeptFormat.of(slots, number);
    if (found.isEmpty()) {
      return false;
    }
    KeptFormat formatted = found.get();
    long[] metas = new long[formatted.slots()];
    boolean holds = false;
    for (int slot = 0; slot < metas.length; slot++) {
      metas[slot] = slots.meta(Handle.of(number, slot));
      holds |= Meta.isVisible(metas[slot]) || Meta.state(metas[slot]) == Meta.PART;
    }
    if (!holds) {
      return false;
    }
    FormattedBucket bucket =
        core.pool().adopt(number, formatted.slotBytes(), formatted.slots(), formatted.headers());
    for (int slot = 0; slot < metas.length; slot++) {
      attach(bucket.handle(slot), metas[slot], formatted.slotBytes());
    }
    core.pool().join(bucket);
    return true;
  }

  private void attach(int handle, long meta, int slotBytes) {
    if (Meta.state(meta) == Meta.PART) {
      parts.add(handle);
    } else if (!Meta.isVisible(meta)) {
      free(handle);
    } else if (slots.nextPart(handle) != Handle.NONE) {
      firsts.put(handle, Meta.policyBits(meta));
    } else if (fits(slots.length(handle), slotBytes) && canBeRead(handle)) {
      publish(handle, Meta.policyBits(meta));
    } else {
      drop(handle);
    }
  }

  /**
   * If other slot sizes were configured before, a slot may hold a block that takes several now,
   * which could not be read.
   */
  private boolean fits(int bytes, int slotBytes) {
    return bytes > 0 && bytes <= slotBytes && bytes <= core.pool().sizes().largest();
  }

  /**
   * A packed block cannot be read if this process lacks its algorithm, or has no slots that would
   * hold it unpacked.
   */
  private boolean canBeRead(int handle) {
    if (!slots.isPacked(handle)) {
      return true;
    }
    ByteBuffer packed = slots.view(handle, slots.length(handle));
    if (!rules.compressors().know(packed)) {
      return false;
    }
    int bytes = Compressors.rawBytes(packed);
    return fits(bytes, bytes);
  }

  private void drop(int handle) {
    dropped++;
    free(handle);
  }

  /** A slot that was being filled may have links to other slots, which it does not own. */
  private void free(int handle) {
    slots.setNextPart(handle, Handle.NONE);
    core.pool().release(handle);
  }

  // ---- blocks in several slots

  /** Publishes the blocks in several slots, of all threads; incomplete ones are dropped. */
  void attachMultiSlot(List<KeptBlocks> all) {
    Map<Integer, Integer> firstOf = new HashMap<>();
    for (KeptBlocks each : all) {
      each.parts.forEach(part -> firstOf.put(part, (int) slots.offset(part)));
    }
    for (KeptBlocks each : all) {
      each.firsts.forEach((first, bits) -> attachMultiSlot(first, bits, firstOf));
    }
    firstOf.keySet().forEach(this::free);
    all.forEach(KeptBlocks::clear);
  }

  /** Frees what only the attachment needs; the store refers to this object as long as it runs. */
  private void clear() {
    firsts.clear();
    parts.clear();
    Arrays.fill(recent, null);
  }

  private void attachMultiSlot(int first, int bits, Map<Integer, Integer> firstOf) {
    List<Integer> partsOf = partsOf(first, firstOf);
    if (partsOf.isEmpty()) {
      drop(first);
      return;
    }
    for (int part : partsOf) {
      firstOf.remove(part);
      slots.join(part, first, slots.length(part));
    }
    publish(first, bits);
  }

  /** Returns the further slots of a block, or an empty list if they are incomplete. */
  private List<Integer> partsOf(int first, Map<Integer, Integer> firstOf) {
    int largest = core.pool().sizes().largest();
    int left = slots.length(first) - largest;
    List<Integer> found = new ArrayList<>();
    for (int part = slots.nextPart(first); part != Handle.NONE; part = slots.nextPart(part)) {
      Integer owner = firstOf.get(part);
      if (owner == null
          || owner != first
          || found.contains(part)
          || slots.length(part) != Math.min(left, largest)) {
        return List.of();
      }
      found.add(part);
      left -= largest;
    }
    return left > 0 ? List.of() : found;
  }

  // ---- one block

  /** Publishes the block of a slot that this thread owns. */
  void publish(int handle, int bits) {
    FileBlocks file = fileOf(slots.fileId(handle));
    if (file == null || !core.files().link(file, handle)) {
      dropped++;
      core.pool().release(handle);
      return;
    }
    int known = rules.policyBitsKept() ? bits : LogicalClock.bare(bits);
    // Visible with a pin, so that the slot still holds this block when it is checked below.
    long visible = Meta.pinned(Meta.visible(slots.meta(handle), known));
    // Evictions look into the chain, which is locked now: no evicted block reappears even briefly.
    if (!core.index().publish(handle, visible, () -> !isEvicted(handle, file))) {
      core.files().unlink(file, handle);
      dropped++;
      core.pool().release(handle);
      return;
    }
    try {
      settle(handle, file);
    } finally {
      core.unpin(handle);
    }
  }

  private void settle(int handle, FileBlocks file) {
    if (file.isRetired() || isUnwanted(handle, file)) {
      core.evictor().evict(handle, file);
      dropped++;
      return;
    }
    taken++;
    takenBytes += slots.length(handle);
    if (core.pool().isDraining(handle)) {
      core.evictor().evictForCapacity(handle);
    }
  }

  /**
   * Returns whether the block was evicted, or inserted again, before it was published. A thread
   * that inserts a block first records that in its file and looks for the block, and then makes it
   * visible: if it is no longer in flight, it is in the chain.
   */
  private boolean isUnwanted(int handle, FileBlocks file) {
    long offset = slots.offset(handle);
    return isEvicted(handle, file)
        || (file.wasEntered() && (rules.isInFlight(file, offset) || core.index().isTwice(handle)));
  }

  private boolean isEvicted(int handle, FileBlocks file) {
    return rules.tombstones().cover(file.id(), slots.offset(handle));
  }

  private @Nullable FileBlocks fileOf(long id) {
    int at = (int) FileTable.number(id) & (RECENT_FILES - 1);
    FileBlocks file = recent[at];
    if (file == null || file.id() != id) {
      file = core.files().find(id);
      recent[at] = file;
    }
    return file;
  }
}
