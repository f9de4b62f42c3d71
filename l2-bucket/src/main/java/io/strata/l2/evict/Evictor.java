package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Policy;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.Space;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes blocks out of the cache: the one place where a visible slot stops being so ({@link
 * SlotTable} has the protocol). Thread-safe.
 */
public final class Evictor {
  private final SlotTable slots;
  private final Policy policy;
  private final HashIndex index;
  private final FileTable files;
  private final Space space;
  private final @Nullable VictimSink sink;
  private final LongAdder evictedForRoom = new LongAdder();
  private final LongAdder evictedByRequest = new LongAdder();

  public Evictor(SlotTable slots, HashIndex index, FileTable files, Space space) {
    this(slots, index, files, space, null);
  }

  /**
   * @param sink told of blocks that go for room; must not throw, for the slot would be lost
   */
  public Evictor(
      SlotTable slots, HashIndex index, FileTable files, Space space, @Nullable VictimSink sink) {
    this.slots = slots;
    this.policy = slots.policy();
    this.index = index;
    this.files = files;
    this.space = space;
    this.sink = sink;
  }

  /** Blocks evicted to make room. */
  public long evictedForRoom() {
    return evictedForRoom.sum();
  }

  /** Blocks evicted because somebody asked for it. */
  public long evictedByRequest() {
    return evictedByRequest.sum();
  }

  /**
   * Evicts the block of a file that a slot holds, pinned or not; its readers keep it until they let
   * go.
   *
   * @return whether the slot held a block of that file
   */
  public boolean evict(int handle, FileBlocks file) {
    while (true) {
      long meta = slots.meta(handle);
      // The file id is vouched for by the compare-and-set, as a reader's key is.
      if (!Meta.isVisible(meta) || slots.fileId(handle) != file.id()) {
        return false;
      }
      if (slots.compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
        tellPolicy(handle, meta, false);
        index.unlink(handle);
        files.unlink(file, handle);
        unpin(handle);
        evictedByRequest.increment();
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
    unpin(handle);
    evictedForRoom.increment();
    return true;
  }

  private void tellPolicy(int handle, long meta, boolean forRoom) {
    policy.gone(slots.key(handle), Meta.mark(meta), slots.length(handle), forRoom);
  }

  /** The slot is doomed, with a pin of the caller's: its block stands, and is not found. */
  private void tellSink(int handle, long meta) {
    if (sink == null) {
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
              policy.wasReadAgain(mark)));
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
    evictedForRoom.increment();
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
            boolean evicted = evict(handle, file);
            count += evicted ? 1 : 0;
            again |= !evicted;
          }
        }
      }
    }
    return count;
  }
}
