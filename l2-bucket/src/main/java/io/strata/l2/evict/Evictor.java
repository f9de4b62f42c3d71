package io.strata.l2.evict;

import io.strata.l2.compress.Compressors;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.count.KindCounter;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.BucketPool;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes blocks out of the cache ({@link SlotTable} has the protocol). Thread-safe.
 *
 * <p>A thread may find no heap at any allocation. A slot that is doomed and not unlinked would be
 * lost, so nothing is allocated between the two; what may allocate, a sink or a counter, is told in
 * between, and the slot is unlinked whatever it throws.
 */
public final class Evictor {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final Compressors compressors;
  private final @Nullable EvictionListener sink;
  private final KindCounter evictedForRoom;
  private final KindCounter evictedByRequest;

  public Evictor(SlotTable slots, HashIndex index, FileTable files, BucketPool pool) {
    this(slots, index, files, pool, Compressors.NONE, null, BlockKinds.ONE);
  }

  /**
   * @param compressors unpack the blocks that the sink is told of
   * @param sink told of blocks that go for room; what it throws reaches the thread that needs the
   *     room, when the block is out
   * @param kinds of blocks, by which they are counted
   */
  public Evictor(
      SlotTable slots,
      HashIndex index,
      FileTable files,
      BucketPool pool,
      Compressors compressors,
      @Nullable EvictionListener sink,
      BlockKinds kinds) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.pool = pool;
    this.compressors = compressors;
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
        try {
          tell(handle, file, meta, false, null);
        } finally {
          unlink(handle, file);
          unpin(handle);
        }
        return true;
      }
    }
  }

  /**
   * Evicts the block with this key. Looks for it until no slot holds it: another thread may have
   * moved it after it was found, and during an attachment two slots hold it for a moment, the kept
   * one and the one that it was inserted into again.
   *
   * @return whether a slot held the block
   */
  public boolean evict(FileBlocks file, long offset) {
    boolean evicted = false;
    int handle = index.find(file.id(), offset);
    while (handle != Handle.NONE) {
      evicted |= evict(handle, file, offset);
      handle = index.find(file.id(), offset);
    }
    return evicted;
  }

  /** Evicts whatever block a slot holds, because its bucket is wanted; says whether it held one. */
  public boolean evictForRoom(int handle) {
    return evictForRoom(handle, null);
  }

  /**
   * As {@link #evictForRoom(int)}.
   *
   * @param packed the block as the sink is to be told of it; null for as it lies there
   */
  public boolean evictForRoom(int handle, @Nullable ByteBuffer packed) {
    for (long meta = slots.meta(handle); Meta.isVisible(meta); meta = slots.meta(handle)) {
      FileBlocks file = doom(handle, meta);
      if (file != null) {
        try {
          tell(handle, file, meta, true, packed);
        } finally {
          unlink(handle, file);
          unpin(handle);
        }
        return true;
      }
    }
    return false;
  }

  /** Whether blocks that go for room go to a lower tier. */
  public boolean spills() {
    return sink != null && sink.isOpen();
  }

  /** Whether the lower tier wants the block of a slot that the caller pins. */
  public boolean wouldSpill(int handle, FileBlocks file) {
    return sink != null
        && sink.isOpen()
        && !file.isRetired()
        && sink.wants(victim(handle, file, slots.meta(handle)));
  }

  /**
   * Makes a block invisible if its slot still has this meta word.
   *
   * @return the block's file, which was found before: to look for it takes heap
   */
  private @Nullable FileBlocks doom(int handle, long meta) {
    FileBlocks file = files.find(slots.fileId(handle));
    return file != null && slots.compareAndSetMeta(handle, meta, Meta.doomed(meta)) ? file : null;
  }

  /**
   * Tells policy, sink and counters of a block that was doomed. Sink and counters may find no heap:
   * {@link #unlink} follows whatever they throw.
   */
  private void tell(
      int handle, FileBlocks file, long meta, boolean forRoom, @Nullable ByteBuffer packed) {
    slots.policy().onEvict(slots.key(handle), Meta.policyBits(meta), slots.length(handle), forRoom);
    if (forRoom) {
      tellSink(handle, file, meta, packed);
    }
    (forRoom ? evictedForRoom : evictedByRequest).count(slots.attributes(handle));
  }

  /** The slot is doomed, with a pin of the caller's: its block stands, and is not found. */
  private void tellSink(int handle, FileBlocks file, long meta, @Nullable ByteBuffer packed) {
    if (sink != null && sink.isOpen() && !file.isRetired()) {
      Victim victim = victim(handle, file, meta);
      sink.evicted(packed == null ? victim : victim.packedAs(packed));
    }
  }

  private Victim victim(int handle, FileBlocks file, long meta) {
    return new Victim(
        slots,
        file,
        handle,
        compressors,
        pool.sizes().largest(),
        Meta.isInMemory(meta),
        slots.policy().wasReadAgain(Meta.policyBits(meta)));
  }

  /** Takes a doomed slot from its chain and its file, without a byte of heap. */
  private void unlink(int handle, FileBlocks file) {
    index.unlink(handle);
    files.unlink(file, handle);
  }

  private void unpin(int handle) {
    if (slots.unpin(handle)) {
      pool.release(handle);
    }
  }

  /**
   * Puts a copy in the place of a block that the caller pins: no block is lost, no look-up misses
   * it, and the two are never visible at once.
   *
   * @param copy a slot that the caller has filled
   * @param visible the copy's meta word from now on, with a pin of the caller's
   * @return whether the block was still there; if not, the copy is still the caller's
   */
  public boolean replace(int handle, FileBlocks file, int copy, long visible) {
    if (!index.replace(handle, copy, () -> files.replace(file, handle, copy, visible))) {
      return false;
    }
    unpin(handle);
    return true;
  }

  /**
   * Evicts an unpinned block and keeps its slot; further slots that the block had are freed.
   *
   * @param meta the meta word in which the slot was seen visible and unpinned
   * @return whether the slot is now the caller's to fill
   */
  boolean claim(int handle, long meta) {
    FileBlocks file = doom(handle, meta);
    if (file == null) {
      return false;
    }
    boolean told = false;
    try {
      tell(handle, file, meta, true, null);
      told = true;
    } finally {
      unlink(handle, file);
      int rest = slots.nextPart(handle);
      slots.setNextPart(handle, Handle.NONE);
      slots.setMeta(handle, Meta.filling(meta));
      if (rest != Handle.NONE) {
        pool.release(rest);
      }
      if (!told) {
        pool.release(handle);
      }
    }
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
