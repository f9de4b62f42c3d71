package io.strata.l2.evict;

import io.strata.l2.count.BlockKinds;
import io.strata.l2.count.KindCounter;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.Space;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes blocks out of the cache: the one place where a visible slot stops being so ({@link
 * SlotTable} has the protocol). Thread-safe.
 */
public final class Evictor {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final Space space;
  private final @Nullable VictimSink sink;
  private final KindCounter evictedForRoom;
  private final KindCounter evictedByRequest;

  public Evictor(SlotTable slots, HashIndex index, FileTable files, Space space) {
    this(slots, index, files, space, null, BlockKinds.ONE);
  }

  /**
   * @param sink told of blocks that go for room; must not throw, for the slot would be lost
   * @param kinds of blocks, by which they are counted
   */
  public Evictor(
      SlotTable slots,
      HashIndex index,
      FileTable files,
      Space space,
      @Nullable VictimSink sink,
      BlockKinds kinds) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.space = space;
    this.sink = sink;
    this.evictedForRoom = new KindCounter(kinds);
    this.evictedByRequest = new KindCounter(kinds);
  }

  /** Whether a slot's block is of a file that has more than its quota. */
  boolean isOverQuota(int handle) {
    if (!files.hasQuotas()) {
      return false;
    }
    FileBlocks file = files.find(slots.fileId(handle));
    return file != null && file.isOverQuota();
  }

  /** Blocks evicted to make room. */
  public KindCounter evictedForRoom() {
    return evictedForRoom;
  }

  /** Blocks evicted because somebody asked for it. */
  public KindCounter evictedByRequest() {
    return evictedByRequest;
  }

  /** Evicts the block of a file in a slot that the caller pins; says whether it was visible. */
  public boolean evict(int handle, FileBlocks file) {
    return evict(handle, file, slots.offset(handle));
  }

  /**
   * Evicts the block of this key from a slot, however many readers pin it; they keep it until they
   * release it.
   *
   * @return whether the slot held the block
   */
  public boolean evict(int handle, FileBlocks file, long offset) {
    while (true) {
      long meta = slots.meta(handle);
      // The key is vouched for by the compare-and-set, as a reader's is.
      if (!Meta.isVisible(meta)
          || slots.offset(handle) != offset
          || slots.fileId(handle) != file.id()) {
        return false;
      }
      if (slots.compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
        tellPolicy(handle, meta, false);
        index.unlink(handle);
        files.unlink(file, handle);
        evictedByRequest.count(slots.attributes(handle));
        unpin(handle);
        return true;
      }
    }
  }

  /** Evicts whatever block a slot holds, because its bucket is wanted; says whether it held one. */
  public boolean evictForRoom(int handle) {
    if (!doom(handle)) {
      return false;
    }
    long meta = slots.meta(handle);
    tellSink(handle, meta);
    tellPolicy(handle, meta, true);
    index.unlink(handle);
    files.unlink(handle);
    evictedForRoom.count(slots.attributes(handle));
    unpin(handle);
    return true;
  }

  private void tellPolicy(int handle, long meta, boolean forRoom) {
    slots.policy().gone(slots.key(handle), Meta.mark(meta), slots.length(handle), forRoom);
  }

  /** The slot is doomed, with a pin of the caller's: its block stands, and is not found. */
  private void tellSink(int handle, long meta) {
    if (sink == null || !sink.isOpen()) {
      return;
    }
    FileBlocks file = files.find(slots.fileId(handle));
    if (file != null && !file.isRetired()) {
      int mark = Meta.mark(meta);
      sink.evicted(
          new Victim(
              slots,
              file,
              handle,
              space.sizes().largest(),
              Meta.isInMemory(meta),
              slots.policy().wasReadAgain(mark)));
    }
  }

  /**
   * As {@link #evictForRoom}, of a block that the caller pins and that lies in another slot by now:
   * no block is lost, and no look-up misses it.
   */
  boolean vacate(int handle) {
    if (!index.unlinkIf(handle, () -> doom(handle))) {
      return false;
    }
    files.unlink(handle);
    unpin(handle);
    return true;
  }

  /** Makes a slot's block invisible; says whether it was visible until now. */
  private boolean doom(int handle) {
    long meta = slots.meta(handle);
    while (Meta.isVisible(meta)) {
      if (slots.compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
        return true;
      }
      meta = slots.meta(handle);
    }
    return false;
  }

  private void unpin(int handle) {
    if (slots.unpin(handle)) {
      space.release(handle);
    }
  }

  /**
   * Evicts an unpinned block and keeps its slot; further slots that the block had are freed.
   *
   * @param meta the meta word in which the slot was seen visible and unpinned
   * @return whether the slot is now the caller's to fill
   */
  boolean claim(int handle, long meta) {
    if (!slots.compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
      return false;
    }
    tellSink(handle, meta);
    tellPolicy(handle, meta, true);
    index.unlink(handle);
    files.unlink(handle);
    int rest = slots.nextPart(handle);
    slots.setNextPart(handle, Handle.NONE);
    slots.setMeta(handle, Meta.filling(meta));
    if (rest != Handle.NONE) {
      space.release(rest);
    }
    evictedForRoom.count(slots.attributes(handle));
    return true;
  }

  /**
   * Evicts those blocks of a file whose offsets are wanted gone, in small steps; returns how many
   * they were. Costs time in the file's blocks.
   */
  public int evictAll(FileBlocks file, LongPredicate offsets) {
    int count = 0;
    boolean again = true;
    while (again) {
      // A block that was visible, and is gone before it is evicted, may have been moved.
      again = false;
      try (FileBlocks.Walk walk = file.walk(slots, offsets)) {
        for (int[] some = walk.next(); some.length > 0; some = walk.next()) {
          for (int handle : some) {
            long offset = slots.offset(handle);
            boolean evicted = offsets.test(offset) && evict(handle, file, offset);
            count += evicted ? 1 : 0;
            again |= !evicted;
          }
        }
      }
    }
    return count;
  }
}
