package io.strata.l2.evict;

import io.strata.l2.compress.Compressors;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.count.KindCounter;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Evicts blocks ({@link SlotTable} describes the protocol). Thread-safe.
 *
 * <p>A thread may run out of heap at any allocation. A slot that was doomed but not unlinked would
 * be lost. So between the two, only the listener and the counters may allocate, and the slot is
 * unlinked whatever they throw.
 */
public final class Evictor {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final Compressors compressors;
  private final @Nullable EvictionListener listener;
  private final KindCounter evictedForCapacity;
  private final KindCounter evictedByRequest;

  public Evictor(SlotTable slots, HashIndex index, FileTable files, BucketPool pool) {
    this(slots, index, files, pool, Compressors.NONE, null, BlockKinds.ONE);
  }

  /**
   * @param compressors unpack blocks for the listener
   * @param listener called for blocks evicted for capacity; what it throws reaches the thread that
   *     needs the memory, once the block is unlinked
   * @param kinds of blocks, which are counted separately
   */
  public Evictor(
      SlotTable slots,
      HashIndex index,
      FileTable files,
      BucketPool pool,
      Compressors compressors,
      @Nullable EvictionListener listener,
      BlockKinds kinds) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.pool = pool;
    this.compressors = compressors;
    this.listener = listener;
    this.evictedForCapacity = new KindCounter(kinds);
    this.evictedByRequest = new KindCounter(kinds);
  }

  /** Returns whether the block in a slot is of a file that exceeds its quota. */
  boolean isOverQuota(int handle) {
    if (!files.hasQuotas()) {
      return false;
    }
    FileBlocks file = files.find(slots.fileId(handle));
    return file != null && file.isOverQuota();
  }

  /** Returns the number of blocks evicted because memory was needed. */
  public KindCounter evictedForCapacity() {
    return evictedForCapacity;
  }

  /** Returns the number of blocks evicted because a caller asked for it. */
  public KindCounter evictedByRequest() {
    return evictedByRequest;
  }

  /** Evicts a block of a file from a slot that the caller pins; returns whether it was visible. */
  public boolean evict(int handle, FileBlocks file) {
    return evict(handle, file, slots.offset(handle));
  }

  /**
   * Evicts the block of this key from a slot, however many readers pin it; their pins stay valid.
   *
   * @return whether the slot held the block
   */
  public boolean evict(int handle, FileBlocks file, long offset) {
    while (true) {
      long meta = slots.meta(handle);
      // The compare-and-set validates the key, as for a reader.
      if (!Meta.isVisible(meta)
          || slots.offset(handle) != offset
          || slots.fileId(handle) != file.id()) {
        return false;
      }
      if (slots.compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
        try {
          notifyEvicted(handle, file, meta, false, null);
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

  /**
   * Evicts the block in a slot, if any, because memory is needed; returns whether there was one.
   */
  public boolean evictForCapacity(int handle) {
    return evictForCapacity(handle, null);
  }

  /**
   * Evicts the block in a slot as {@link #evictForCapacity(int)} does.
   *
   * @param packed the form of the block for the listener; null for the form in the slot
   */
  public boolean evictForCapacity(int handle, @Nullable ByteBuffer packed) {
    for (long meta = slots.meta(handle); Meta.isVisible(meta); meta = slots.meta(handle)) {
      FileBlocks file = doom(handle, meta);
      if (file != null) {
        try {
          notifyEvicted(handle, file, meta, true, packed);
        } finally {
          unlink(handle, file);
          unpin(handle);
        }
        return true;
      }
    }
    return false;
  }

  /** Returns whether blocks evicted for capacity spill to a lower tier. */
  public boolean spills() {
    return listener != null && listener.isOpen();
  }

  /** Returns whether the lower tier wants the block of a slot that the caller pins. */
  public boolean wouldSpill(int handle, FileBlocks file) {
    return listener != null
        && listener.isOpen()
        && !file.isRetired()
        && listener.wants(victim(handle, file, slots.meta(handle)));
  }

  /**
   * Dooms a block if its slot still has this meta word.
   *
   * @return the block's file, looked up before, since that may allocate; or null
   */
  private @Nullable FileBlocks doom(int handle, long meta) {
    FileBlocks file = files.find(slots.fileId(handle));
    return file != null && slots.compareAndSetMeta(handle, meta, Meta.doomed(meta)) ? file : null;
  }

  /**
   * Notifies policy, listener and counters of a doomed block. Listener and counters may run out of
   * heap: {@link #unlink} follows whatever they throw.
   */
  private void notifyEvicted(
      int handle, FileBlocks file, long meta, boolean forCapacity, @Nullable ByteBuffer packed) {
    int bits = Meta.policyBits(meta);
    slots.policy().onEvict(slots.key(handle), bits, slots.length(handle), forCapacity);
    if (forCapacity) {
      notifyListener(handle, file, meta, packed);
    }
    (forCapacity ? evictedForCapacity : evictedByRequest).count(slots.attributes(handle));
  }

  /** The slot is doomed and pinned by the caller: lookups miss it, and its bytes are intact. */
  private void notifyListener(int handle, FileBlocks file, long meta, @Nullable ByteBuffer packed) {
    if (listener != null && listener.isOpen() && !file.isRetired()) {
      Victim victim = victim(handle, file, meta);
      listener.evicted(packed == null ? victim : victim.packedAs(packed));
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

  /** Unlinks a doomed slot from its chain and its file. Allocates nothing. */
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
   * Replaces a block that the caller pins by a copy: no lookup misses the block, and the two are
   * never visible at once.
   *
   * @param copy a slot that the caller has filled
   * @param visible the copy's new meta word, with a pin of the caller's
   * @return whether the block was still visible; if not, the caller still owns the copy
   */
  public boolean replace(int handle, FileBlocks file, int copy, long visible) {
    if (!index.replace(handle, copy, () -> files.replace(file, handle, copy, visible))) {
      return false;
    }
    unpin(handle);
    return true;
  }

  /**
   * Evicts an unpinned block and takes over its slot; further slots of the block are freed.
   *
   * @param meta the meta word in which the slot was seen visible and unpinned
   * @return whether the caller now owns the slot, to fill it
   */
  boolean claim(int handle, long meta) {
    FileBlocks file = doom(handle, meta);
    if (file == null) {
      return false;
    }
    boolean notified = false;
    try {
      notifyEvicted(handle, file, meta, true, null);
      notified = true;
    } finally {
      unlink(handle, file);
      int rest = slots.nextPart(handle);
      slots.setNextPart(handle, Handle.NONE);
      slots.setMeta(handle, Meta.filling(meta));
      if (rest != Handle.NONE) {
        pool.release(rest);
      }
      if (!notified) {
        pool.release(handle);
      }
    }
    return true;
  }

  /**
   * Evicts the blocks of a file whose offsets satisfy the predicate; returns how many. Takes time
   * proportional to the file's blocks.
   */
  public int evictAll(FileBlocks file, LongPredicate offsets) {
    FileEviction eviction = eviction(file, offsets);
    while (eviction.step()) {}
    return eviction.evicted();
  }

  /** As {@link #evictAll}, by a caller who runs the steps. */
  public FileEviction eviction(FileBlocks file, LongPredicate offsets) {
    return new FileEviction(slots, this, file, offsets);
  }
}
