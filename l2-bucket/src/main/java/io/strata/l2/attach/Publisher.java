package io.strata.l2.attach;

import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileRun;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes blocks whose slots this thread owns, many at a time: links them to their files, makes
 * each visible in its hash chain, and then checks whether any of them is not wanted any more. For
 * one thread.
 *
 * <p>The checks follow the last publication, so one look at each file is enough for all its blocks.
 * Another thread evicts, closes or inserts in the opposite order: it first leaves its record, and
 * then looks for the block. So one of the two threads sees the other's store, however many blocks
 * are in between.
 */
final class Publisher {
  /** Size of a cache of files in front of the table. */
  private static final int RECENT_FILES = 1 << 10;

  private static final long NOT_PUBLISHED = 0;

  /** How many chains are touched before their blocks are published; and blocks for other steps. */
  private static final int BATCH = FormattedBucket.BATCH;

  private final StoreCore core;
  private final SlotTable slots;
  private final Attachment.Rules rules;

  private final @Nullable FileRun[] recent = new @Nullable FileRun[RECENT_FILES];

  /** The files of the blocks added. */
  private final List<FileRun> runs = new ArrayList<>();

  // The blocks added, in arrays that grow.
  private int[] handles = {};
  private long[] offsets = {};
  private int[] hashes = {};
  private int[] lengths = {};
  private FileRun[] runOf = {};

  /** The meta words with which they are published, or {@link #NOT_PUBLISHED}. */
  private long[] visible = {};

  private int count;

  /** What was loaded, so that no compiler omits the loads. */
  private long unusedHeads;

  /** The block whose chain is locked. */
  private int current;

  private final BooleanSupplier isWanted = this::isCurrentWanted;

  private long taken;
  private long takenBytes;
  private long dropped;

  Publisher(StoreCore core, Attachment.Rules rules) {
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

  /** Frees what only the attachment needs. */
  void clear() {
    Arrays.fill(recent, null);
  }

  /**
   * Adds a block to be published.
   *
   * @param length bytes of the block as it is stored
   * @param meta the meta word with which to publish it
   */
  void add(int handle, long fileId, long offset, int length, boolean packed, long meta) {
    FileRun run = runOf(fileId);
    if (run == null) {
      drop(handle);
      return;
    }
    if (run.isEmpty()) {
      runs.add(run);
    }
    run.add(slots, handle, length, packed);
    if (count == handles.length) {
      grow(Math.max(1, 2 * count));
    }
    handles[count] = handle;
    offsets[count] = offset;
    hashes[count] = HashIndex.hash(fileId, offset);
    lengths[count] = length;
    runOf[count] = run;
    visible[count] = meta;
    count++;
  }

  private void grow(int length) {
    handles = Arrays.copyOf(handles, length);
    offsets = Arrays.copyOf(offsets, length);
    hashes = Arrays.copyOf(hashes, length);
    lengths = Arrays.copyOf(lengths, length);
    runOf = Arrays.copyOf(runOf, length);
    visible = Arrays.copyOf(visible, length);
  }

  private @Nullable FileRun runOf(long fileId) {
    int at = (int) FileTable.number(fileId) & (RECENT_FILES - 1);
    FileRun run = recent[at];
    if (run == null || run.file().id() != fileId) {
      FileBlocks file = core.files().find(fileId);
      run = file == null ? null : new FileRun(file);
      recent[at] = run;
    }
    return run;
  }

  /** Drops a visible block whose slot this thread owns. */
  void drop(int handle) {
    dropped++;
    core.pool().release(handle);
  }

  /**
   * Publishes the blocks added.
   *
   * @param bucket that contains all of them, each in a single slot; otherwise null
   */
  void publish(@Nullable FormattedBucket bucket) {
    for (FileRun run : runs) {
      core.files().link(run);
    }
    for (int from = 0; from < count; from += BATCH) {
      publish(from, Math.min(count, from + BATCH));
    }
    boolean undisturbed =
        bucket != null && !bucket.isDraining() && rules.tombstones().areNone() && areUndisturbed();
    for (int from = 0; from < count; from += BATCH) {
      settle(from, Math.min(count, from + BATCH), undisturbed);
    }
    runs.forEach(FileRun::clear);
    runs.clear();
    count = 0;
  }

  private void publish(int from, int to) {
    for (int block = from; block < to; block++) {
      unusedHeads ^= core.index().touch(hashes[block]);
    }
    for (int block = from; block < to; block++) {
      publish(block);
    }
  }

  private void publish(int block) {
    int handle = handles[block];
    FileRun run = runOf[block];
    current = block;
    if (run.isLinked()) {
      // Evictions look into the chain, which is locked now: no evicted block reappears even
      // briefly.
      if (core.index().publish(hashes[block], handle, visible[block], isWanted)) {
        return;
      }
      core.files().unlink(run.file(), handle);
    }
    visible[block] = NOT_PUBLISHED;
    drop(handle);
  }

  /** Returns whether no file of the blocks was closed or got a new block. */
  private boolean areUndisturbed() {
    for (FileRun run : runs) {
      if (run.file().isRetired() || run.file().wasEntered()) {
        return false;
      }
    }
    return true;
  }

  private void settle(int from, int to, boolean undisturbed) {
    for (int block = from; block < to; block++) {
      if (visible[block] != NOT_PUBLISHED) {
        settle(block, undisturbed);
      }
    }
  }

  private void settle(int block, boolean undisturbed) {
    if (undisturbed || isWanted(block)) {
      taken++;
      takenBytes += lengths[block];
    } else {
      dropped++;
    }
  }

  /**
   * Evicts a published block if it is not wanted any more; returns whether it is. Looks for it by
   * its key: it may have been moved, and so be in a slot that this thread does not know.
   */
  private boolean isWanted(int block) {
    FileBlocks file = runOf[block].file();
    if (file.isRetired() || isEvicted(block)) {
      core.evictor().evict(file, offsets[block]);
      return false;
    }
    if (evictIfInsertedAgain(handles[block], file, offsets[block])) {
      return false;
    }
    evictIfDraining(handles[block], file, offsets[block]);
    return true;
  }

  /**
   * Evicts one of the two slots that hold a block if it was inserted again before it was published;
   * returns whether it did.
   *
   * @param kept the slot in which the block was published
   */
  private boolean evictIfInsertedAgain(int kept, FileBlocks file, long offset) {
    for (int handle = kept; handle != Handle.NONE && isInsertedAgain(file, offset); ) {
      if (core.evictor().evict(handle, file, offset)) {
        return true;
      }
      handle = core.index().find(file.id(), offset);
    }
    return false;
  }

  /**
   * A thread that inserts a block first records that in its file and looks for the block, and then
   * makes it visible: if it is no longer in flight, it is in the chain.
   */
  private boolean isInsertedAgain(FileBlocks file, long offset) {
    return file.wasEntered()
        && (rules.isInFlight(file, offset) || core.index().isTwice(file.id(), offset));
  }

  /** If the block was moved, the thread that moved it has checked the new bucket. */
  private void evictIfDraining(int handle, FileBlocks file, long offset) {
    if (slots.pinQuietlyIfHolds(handle, file.id(), offset)) {
      try {
        if (core.pool().isDraining(handle)) {
          core.evictor().evictForCapacity(handle);
        }
      } finally {
        core.unpin(handle);
      }
    }
  }

  private boolean isCurrentWanted() {
    return !isEvicted(current);
  }

  private boolean isEvicted(int block) {
    return rules.tombstones().cover(runOf[block].file().id(), offsets[block]);
  }
}
