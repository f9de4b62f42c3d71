package io.strata.l2.index;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one file: a list through the slots' headers, under a lock that only inserts and
 * evictions take. Thread-safe.
 *
 * <p>A file is <i>open</i> from its first block until it is <i>retired</i>: closed by the caller,
 * or left without blocks. Nothing can be linked to a retired file, so a block that was in flight
 * when its file was closed cannot become visible afterwards. A file of the same name that is opened
 * later is another file, with another id.
 */
public final class FileBlocks {
  /** The excesses of a file that is in no group with a quota. */
  static final AtomicLong[] NO_QUOTA = {};

  /** After this many incompressible blocks in a row, a file's blocks are rarely tried again. */
  private static final int MAX_FAILURES = 8;

  /** Of such a file, one block of this many is tried. */
  private static final int RETRY_INTERVAL = 64;

  private static final AtomicIntegerFieldUpdater<FileBlocks> LOCKED =
      AtomicIntegerFieldUpdater.newUpdater(FileBlocks.class, "locked");

  /** The id, boxed once as the key of maps: a thread that unlinks a slot must not allocate. */
  private final Long key;

  private final String name;

  /**
   * 1 while a thread holds the lock, for the few instructions that link or unlink a slot, or for a
   * step of a walk. The locks of java.util.concurrent allocate for a thread that waits.
   */
  private volatile int locked;

  // All guarded by the lock; retired may be read without.
  private int first = Handle.NONE;
  private int blocks;
  private long bytes;
  private int inFlight;
  private volatile boolean retired;
  private @Nullable Walk walks;

  /** Whether a block of the file was ever inserted. */
  private volatile boolean entered;

  /**
   * How many blocks in a row packing did not make smaller; written by one thread. A byte, which
   * fits into the padding of the object.
   */
  private volatile byte incompressible;

  /** The address of the record in the {@link FileJournal}. */
  private int record = FileJournal.NOWHERE;

  /** The note from the caller, or empty. */
  private volatile String note = "";

  /** Not guarded: each counter is shared by the files of a group. */
  private volatile AtomicLong[] excesses = NO_QUOTA;

  FileBlocks(long id, String name) {
    this.key = id;
    this.name = name;
  }

  private void lock() {
    for (int spin = 0; locked != 0 || !LOCKED.compareAndSet(this, 0, 1); spin++) {
      HashIndex.pause(spin);
    }
  }

  private void unlock() {
    LOCKED.lazySet(this, 0);
  }

  /** Returns the id that stands for the file in keys; no id is used twice. */
  public long id() {
    return key;
  }

  /** Returns the id as an object, always the same. */
  Long key() {
    return key;
  }

  public String name() {
    return name;
  }

  /** Counts a block in flight; returns false if the file is retired. */
  boolean enter() {
    lock();
    try {
      if (!retired) {
        entered = true;
        inFlight++;
      }
      return !retired;
    } finally {
      unlock();
    }
  }

  /** Keeps a file without blocks open, as a block in flight does. */
  void hold() {
    lock();
    try {
      inFlight++;
    } finally {
      unlock();
    }
  }

  /**
   * Returns whether a block of the file was inserted since it was opened or restored. An inserting
   * thread sets this before it looks for the block in the index.
   */
  public boolean wasEntered() {
    return entered;
  }

  /**
   * Returns whether packing a block is not worth a try, since the last blocks of the file did not
   * become smaller. Blocks that are worth it nevertheless are chosen by hash.
   */
  public boolean isIncompressible(long offset) {
    return incompressible >= MAX_FAILURES && HashIndex.hash(key, offset) % RETRY_INTERVAL != 0;
  }

  /** Records whether packing made a block smaller; by one thread. */
  public void notePacked(boolean smaller) {
    incompressible = smaller ? 0 : (byte) Math.min(Byte.MAX_VALUE, incompressible + 1);
  }

  /** Returns the note, or an empty string. */
  public String note() {
    return note;
  }

  void setNote(String text) {
    note = text;
  }

  /** Returns the address of the record. */
  int record() {
    return record;
  }

  /** Sets the address of the record; once, before other threads know the file. */
  void setRecord(int address) {
    record = address;
  }

  /** Ends the flight of a block; returns whether that retired the file. */
  boolean leave() {
    lock();
    try {
      inFlight--;
      return retireIfEmpty();
    } finally {
      unlock();
    }
  }

  /** Links a slot that the caller fills; does nothing and returns false if the file is retired. */
  boolean link(SlotTable slots, int handle, int length) {
    slots.setPreviousOfFile(handle, Handle.NONE);
    return link(slots, handle, handle, 1, length);
  }

  /**
   * As {@link #link(SlotTable, int, int)}, for slots that are linked to one another.
   *
   * @param from the first, which has no previous slot
   * @param to the last
   * @param more how many
   * @param moreBytes of their blocks
   */
  boolean link(SlotTable slots, int from, int to, int more, long moreBytes) {
    lock();
    try {
      if (retired) {
        return false;
      }
      slots.setNextOfFile(to, first);
      if (first != Handle.NONE) {
        slots.setPreviousOfFile(first, to);
      }
      first = from;
      blocks += more;
      bytes += moreBytes;
      return true;
    } finally {
      unlock();
    }
  }

  /**
   * Replaces a block by a visible copy, and dooms the block: a walk meets one of the two. Does
   * nothing and returns false if the block is no longer visible, or the file is retired. The copy
   * may be longer or shorter.
   *
   * @param visible the copy's new meta word
   */
  boolean replace(SlotTable slots, int handle, int copy, long visible) {
    lock();
    try {
      // An evictor dooms a block before it takes this lock: so the block is still linked.
      if (retired || !slots.doom(handle)) {
        return false;
      }
      bytes += slots.length(copy) - slots.length(handle);
      int previous = slots.previousOfFile(handle);
      int next = slots.nextOfFile(handle);
      slots.setPreviousOfFile(copy, previous);
      slots.setNextOfFile(copy, next);
      slots.setMeta(copy, visible);
      relink(slots, handle, previous, next, copy, copy);
      return true;
    } finally {
      unlock();
    }
  }

  /** Redirects the neighbors of a slot in the list, and each walk that is at it. */
  private void relink(
      SlotTable slots, int handle, int previous, int next, int toNext, int toPrevious) {
    if (previous == Handle.NONE) {
      first = toNext;
    } else {
      slots.setNextOfFile(previous, toNext);
    }
    if (next != Handle.NONE) {
      slots.setPreviousOfFile(next, toPrevious);
    }
    for (Walk walk = walks; walk != null; walk = walk.further) {
      if (walk.at == handle) {
        walk.at = toNext;
      }
    }
  }

  /** The effect of unlinking a slot: whether the file was open, and whether it is empty now. */
  enum Unlinked {
    FROM_RETIRED,
    LAST_OF_RETIRED,
    FROM_OPEN,
    LAST_OF_OPEN
  }

  Unlinked unlink(SlotTable slots, int handle, int length) {
    lock();
    try {
      int previous = slots.previousOfFile(handle);
      int next = slots.nextOfFile(handle);
      relink(slots, handle, previous, next, next, previous);
      blocks--;
      bytes -= length;
      if (retired) {
        return blocks == 0 ? Unlinked.LAST_OF_RETIRED : Unlinked.FROM_RETIRED;
      }
      return retireIfEmpty() ? Unlinked.LAST_OF_OPEN : Unlinked.FROM_OPEN;
    } finally {
      unlock();
    }
  }

  private boolean retireIfEmpty() {
    if (!retired && blocks == 0 && inFlight == 0) {
      retired = true;
      return true;
    }
    return false;
  }

  /** The result of retiring: whether this call did, and what the file held. */
  record Retired(boolean now, int blocks, long bytes) {}

  Retired retire() {
    lock();
    try {
      // Allocated first: if there is no heap for it, nothing is changed.
      Retired held = new Retired(!retired, blocks, bytes);
      retired = true;
      return held;
    } finally {
      unlock();
    }
  }

  /** Returns whether the file is retired, so that nothing can be linked. */
  public boolean isRetired() {
    return retired;
  }

  /** Returns whether no slot is linked. */
  boolean isEmpty() {
    lock();
    try {
      return blocks == 0;
    } finally {
      unlock();
    }
  }

  /** Sets the excesses over their quotas of the groups that the file is in. */
  void setExcesses(AtomicLong[] next) {
    excesses = next;
  }

  /** Counts inserted bytes, or evicted ones if negative. */
  void addToExcesses(long more) {
    for (AtomicLong excess : excesses) {
      excess.addAndGet(more);
    }
  }

  /** Returns whether a group that the file is in exceeds its quota. */
  public boolean isOverQuota() {
    for (AtomicLong excess : excesses) {
      if (excess.get() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of linked blocks. */
  public int blocks() {
    lock();
    try {
      return blocks;
    } finally {
      unlock();
    }
  }

  /** Returns the bytes of the linked blocks. */
  public long bytes() {
    lock();
    try {
      return bytes;
    } finally {
      unlock();
    }
  }

  /** Returns the first slot of the list; consistent only while nothing happens. */
  int firstSlot() {
    return first;
  }

  /** Returns whether no block is in flight and no walk is open. */
  boolean isAtRest() {
    lock();
    try {
      return inFlight == 0 && walks == null;
    } finally {
      unlock();
    }
  }

  /** Returns a walk over the blocks whose offset satisfies the predicate; it must be closed. */
  public Walk walk(SlotTable slots, LongPredicate wanted) {
    return new Walk(slots, wanted);
  }

  /**
   * A walk over the visible blocks of the file, a few at a time, with the lock held only for these.
   * If the walk's current slot is unlinked, the walk moves on ({@link #unlink}). A slot linked
   * meanwhile is at the front of the list, behind the walk. For one thread.
   */
  public final class Walk implements AutoCloseable {
    private static final int STEP = 64;

    private final SlotTable slots;
    private final LongPredicate wanted;

    /** The next slot; guarded by the file's lock. */
    private int at;

    /** The next walk of the file; guarded by the file's lock. */
    private @Nullable Walk further;

    private Walk(SlotTable slots, LongPredicate wanted) {
      this.slots = slots;
      this.wanted = wanted;
      lock();
      try {
        at = first;
        further = walks;
        walks = this;
      } finally {
        unlock();
      }
    }

    /** Returns some more slots, as they are now; an empty array at the end. */
    public int[] next() {
      int[] found = new int[STEP];
      int count = 0;
      do {
        lock();
        try {
          for (int step = 0; at != Handle.NONE && step < STEP && count < STEP; step++) {
            if (Meta.isVisible(slots.meta(at)) && wanted.test(slots.offset(at))) {
              found[count++] = at;
            }
            at = slots.nextOfFile(at);
          }
          if (at == Handle.NONE) {
            return Arrays.copyOf(found, count);
          }
        } finally {
          unlock();
        }
      } while (count < STEP);
      return found;
    }

    @Override
    public void close() {
      lock();
      try {
        walks = without(walks);
      } finally {
        unlock();
      }
    }

    private @Nullable Walk without(@Nullable Walk from) {
      if (from == this || from == null) {
        return from == null ? null : further;
      }
      from.further = without(from.further);
      return from;
    }
  }
}
