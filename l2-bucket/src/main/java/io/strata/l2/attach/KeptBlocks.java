package io.strata.l2.attach;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  private final StoreCore core;
  private final SlotTable slots;
  private final Attachment.Rules rules;
  private final BucketHeaders headers;
  private final Publisher publisher;

  /** The first slots of blocks in several slots, with their policy bits. */
  private final Map<Integer, Integer> firsts = new HashMap<>();

  /** The further slots of such blocks. */
  private final List<Integer> parts = new ArrayList<>();

  KeptBlocks(StoreCore core, Attachment.Rules rules) {
    this.core = core;
    this.slots = core.slots();
    this.rules = rules;
    this.headers = new BucketHeaders(slots);
    this.publisher = new Publisher(core, rules);
  }

  /** Returns the number of blocks published. */
  long taken() {
    return publisher.taken();
  }

  /** Returns the bytes of these blocks. */
  long takenBytes() {
    return publisher.takenBytes();
  }

  /** Returns the number of blocks that were visible and could not be published. */
  long dropped() {
    return publisher.dropped();
  }

  /** Attaches a bucket; does nothing and returns false if it holds no block. */
  boolean attach(int number) {
    Optional<KeptFormat> found = KeptFormat.of(number, headers);
    if (found.isEmpty() || !holdsBlock(found.get().slots())) {
      return false;
    }
    KeptFormat formatted = found.get();
    FormattedBucket bucket =
        core.pool().adopt(number, formatted.slotBytes(), formatted.slots(), formatted.headers());
    for (int from = 0; from < formatted.slots(); from += FormattedBucket.BATCH) {
      attach(bucket, from, Math.min(formatted.slots(), from + FormattedBucket.BATCH));
    }
    publisher.publish(bucket);
    core.pool().join(bucket);
    return true;
  }

  private boolean holdsBlock(int count) {
    for (int slot = 0; slot < count; slot++) {
      long meta = headers.meta(slot);
      if (Meta.isVisible(meta) || Meta.state(meta) == Meta.PART) {
        return true;
      }
    }
    return false;
  }

  private void attach(FormattedBucket bucket, int from, int to) {
    int slotBytes = bucket.sizeClass().slotBytes();
    for (int slot = from; slot < to; slot++) {
      attach(bucket.handle(slot), slot, slotBytes);
    }
  }

  private void attach(int handle, int slot, int slotBytes) {
    long meta = headers.meta(slot);
    int length = headers.length(slot);
    if (Meta.state(meta) == Meta.PART) {
      parts.add(handle);
    } else if (!Meta.isVisible(meta)) {
      free(handle);
    } else if (headers.nextPart(slot) != Handle.NONE) {
      firsts.put(handle, Meta.policyBits(meta));
    } else if (fits(length, slotBytes) && (!headers.isPacked(slot) || canBeUnpacked(handle))) {
      publisher.add(
          handle,
          headers.fileId(slot),
          headers.offset(slot),
          length,
          headers.isPacked(slot),
          visible(Meta.filling(meta), Meta.policyBits(meta)));
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
  private boolean canBeUnpacked(int handle) {
    ByteBuffer packed = slots.view(handle, slots.length(handle));
    if (!rules.compressors().know(packed)) {
      return false;
    }
    int bytes = Compressors.rawBytes(packed);
    return fits(bytes, bytes);
  }

  private void drop(int handle) {
    slots.setNextPart(handle, Handle.NONE);
    publisher.drop(handle);
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
    publisher.clear();
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

  /** Publishes the block of a slot that this thread owns. */
  void publish(int handle, int bits) {
    publisher.add(
        handle,
        slots.fileId(handle),
        slots.offset(handle),
        slots.length(handle),
        slots.isPacked(handle),
        visible(slots.meta(handle), bits));
    publisher.publish(null);
  }

  /** Returns the meta word with which to publish the block of a slot. */
  private long visible(long filling, int bits) {
    return Meta.visible(filling, rules.policyBitsKept() ? bits : LogicalClock.bare(bits));
  }
}
