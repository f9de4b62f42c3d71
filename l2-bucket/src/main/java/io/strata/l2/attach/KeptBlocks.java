package io.strata.l2.attach;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the blocks of one bucket after the other, as a writer does that has just filled their
 * slots. For one thread; several go through buckets of their own.
 *
 * <p>A block is in one of three states to the thread that takes its bucket over:
 *
 * <ul>
 *   <li>its slot was visible, or chosen to go, and it lies in that slot alone: it is published;
 *   <li>it goes on in other slots, which may lie in buckets that come later: its first slot, and
 *       each slot that is a part of a block, are left for {@link #takeTorn};
 *   <li>its slot was being filled, or evicted, or its file is known no more: the slot is freed.
 * </ul>
 */
final class KeptBlocks {
  /** Files that are found again without a look into the table. */
  private static final int RECENT_FILES = 1 << 10;

  private final StoreCore core;
  private final SlotTable slots;
  private final Attachment.Rules rules;
  private final @Nullable FileBlocks[] recent = new @Nullable FileBlocks[RECENT_FILES];

  /** The first slots of blocks that go on in others, with the policy bits that they had. */
  private final Map<Integer, Integer> firsts = new HashMap<>();

  /** The slots in which blocks go on. */
  private final List<Integer> parts = new ArrayList<>();

  private long taken;
  private long takenBytes;
  private long dropped;

  KeptBlocks(StoreCore core, Attachment.Rules rules) {
    this.core = core;
    this.slots = core.slots();
    this.rules = rules;
  }

  /** Blocks that were published. */
  long taken() {
    return taken;
  }

  /** Bytes of these blocks. */
  long takenBytes() {
    return takenBytes;
  }

  /** Blocks that were visible and could not be published. */
  long dropped() {
    return dropped;
  }

  /** Takes a bucket over; says false, and does nothing, when it holds no block. */
  boolean take(int number) {
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
    FormattedBucket bucket = core.pool().adopt(number, formatted.slotBytes(), formatted.slots(), formatted.headers());
    for (int slot = 0; slot < metas.length; slot++) {
      take(bucket.handle(slot), metas[slot], formatted.slotBytes());
    }
    core.pool().join(bucket);
    return true;
  }

  private void take(int handle, long meta, int slotBytes) {
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
   * Where the sizes of slots were configured otherwise, one slot may hold what takes several now:
   * nothing would read such a block.
   */
  private boolean fits(int bytes, int slotBytes) {
    return bytes > 0 && bytes <= slotBytes && bytes <= core.pool().sizes().largest();
  }

  /**
   * A packed block is of no use to a process that lacks its algorithm, or has no slots in one of
   * which it would fit unpacked.
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

  /** A slot that was being filled may be linked to others, which are not its own any more. */
  private void free(int handle) {
    slots.setNextPart(handle, Handle.NONE);
    core.pool().release(handle);
  }

  // ---- blocks in several slots

  /**
   * Publishes the blocks in several slots, of all threads; those whose slots are not all there go.
   */
  void takeTorn(List<KeptBlocks> all) {
    Map<Integer, Integer> firstOf = new HashMap<>();
    for (KeptBlocks each : all) {
      each.parts.forEach(part -> firstOf.put(part, (int) slots.offset(part)));
    }
    for (KeptBlocks each : all) {
      each.firsts.forEach((first, bits) -> takeTorn(first, bits, firstOf));
    }
    firstOf.keySet().forEach(this::free);
    all.forEach(KeptBlocks::end);
  }

  /** Drops what only an attachment needs: it would stay on the heap as long as the store. */
  private void end() {
    firsts.clear();
    parts.clear();
    Arrays.fill(recent, null);
  }

  private void takeTorn(int first, int bits, Map<Integer, Integer> firstOf) {
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

  /** The slots in which a block goes on; none when they are not whole. */
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

  /** Publishes the block of a slot that is this thread's. */
  void publish(int handle, int bits) {
    FileBlocks file = fileOf(slots.fileId(handle));
    if (file == null || !core.files().link(file, handle)) {
      dropped++;
      core.pool().release(handle);
      return;
    }
    int known = rules.policyBitsKept() ? bits : LogicalClock.bare(bits);
    // Pinned at first, so that the slot is still this block's when the questions are asked.
    long visible = Meta.pinned(Meta.visible(slots.meta(handle), known));
    // Who evicts one block looks into its chain: asked under that, none comes back for a moment.
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
   * Whether the block was evicted, or came anew, before it was published. Whoever offered it says
   * so of the file, and looks for the block, before it becomes visible: if it is not on its way any
   * more, it is in the chain.
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
