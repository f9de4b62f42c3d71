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
 * The blocks of one file: a list through the slots' headers, under a lock that only those take that
 * insert or evict. Thread-safe.
 *
 * <p>A file is <i>open</i> from its first block until it is <i>retired</i>: closed by the caller,
 * or left without blocks. Nothing can be linked to a retired file, so a block that was in flight
 * when its file was closed cannot come to life afterwards; and a file of the same name that is
 * opened later is another, with another id.
 */
public final class FileBlocks {
  /** Of a file that is in no group with a quota. */
  static final AtomicLong[] NO_QUOTA = {};

  private static final AtomicIntegerFieldUpdater<FileBlocks> LOCKED =
      AtomicIntegerFieldUpdater.newUpdater(FileBlocks.class, "locked");

  /** The id, as maps need it: made once, since who unlinks a slot must not allocate. */
  private final Long key;

  private final String name;

  /**
   * 1 while a thread has the file for the few instructions that link or unlink a slot, or for a
   * step of a walk. A lock of the library's takes heap for a thread that waits.
   */
  private volatile int locked;

  // All guarded by the lock; whether it is retired may be read without.
  private int first = Handle.NONE;
  private int blocks;
  private long bytes;
  private int inFlight;
  private volatile boolean retired;
  private @Nullable Walk walks;

  /** Whether a block of it was offered, ever. */
  private volatile boolean entered;

  /**
   * How many blocks in a row did not become smaller by packing; written by one thread. A byte, for
   * which the object has room.
   */
  private volatile byte incompressible;

  /** Where it is written down; {@link FileJournal}. */
  private int record = FileJournal.NOWHERE;

  /** What was said of it; empty when nothing was. */
  private volatile String note = "";

  /** Not guarded: each counter is one of a group's, which other files change too. */
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

  /** Stands for the file in keys; never given twice. */
  public long id() {
    return key;
  }

  /** The id as an object, the same each time. */
  Long key() {
    return key;
  }

  public String name() {
    return name;
  }

  /** Counts a block that is on its way; says false when the file is retired. */
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

  /** Keeps a file open that has no block, as a block that is on its way does. */
  void hold() {
    lock();
    try {
      inFlight++;
    } finally {
      unlock();
    }
  }

  /**
   * Whether a block of it was offered since it was opened, or taken over: whoever offers one looks
   * for the block afterwards.
   */
  public boolean wasEntered() {
    return entered;
  }

  /** Returns how many blocks in a row did not become smaller by packing, 127 at most. */
  public int incompressible() {
    return incompressible;
  }

  /** Notes whether a block became smaller by packing; by one thread. */
  public void notePacked(boolean smaller) {
    incompressible = smaller ? 0 : (byte) Math.min(Byte.MAX_VALUE, incompressible + 1);
  }

  /** What was said of it; empty when nothing was. */
  public String note() {
    return note;
  }

  void setNote(String text) {
    note = text;
  }

  /** Where it is written down. */
  int record() {
    return record;
  }

  /** Says where it is written down; once, before others know of it. */
  void setRecord(int place) {
    record = place;
  }

  /** Counts a block that was on its way and no longer is; says whether that retired the file. */
  boolean leave() {
    lock();
    try {
      inFlight--;
      return retireIfEmpty();
    } finally {
      unlock();
    }
  }

  /** Links a slot that the caller fills; says false, and does nothing, when the file is retired. */
  boolean link(SlotTable slots, int handle, int length) {
    lock();
    try {
      if (retired) {
        return false;
      }
      slots.setPreviousOfFile(handle, Handle.NONE);
      slots.setNextOfFile(handle, first);
      if (first != Handle.NONE) {
        slots.setPreviousOfFile(first, handle);
      }
      first = handle;
      blocks++;
      bytes += length;
      return true;
    } finally {
      unlock();
    }
  }

  /**
   * Makes a copy of a block visible in the place of the block, which becomes invisible: a walk
   * meets one of them. Says false, and does nothing, when the block is visible no more, or the file
   * is retired. The copy may be longer or shorter.
   *
   * @param visible the copy's meta word from now on
   */
  boolean replace(SlotTable slots, int handle, int copy, long visible) {
    lock();
    try {
      // Who evicts it makes it invisible first, and then takes this lock: it is linked still.
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

  /** Has what is around a slot in the list, and each walk that is at it, pass to other slots. */
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

  /** What unlinking a slot did: whether its file was still open, and whether it is now empty. */
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

  /** What a file held when it was retired. */
  record Retired(boolean now, int blocks, long bytes) {}

  Retired retire() {
    lock();
    try {
      // Made first: without heap for it nothing is changed.
      Retired held = new Retired(!retired, blocks, bytes);
      retired = true;
      return held;
    } finally {
      unlock();
    }
  }

  /** Whether nothing can be linked any more. */
  public boolean isRetired() {
    return retired;
  }

  /** Whether no slot is linked. */
  boolean isEmpty() {
    lock();
    try {
      return blocks == 0;
    } finally {
      unlock();
    }
  }

  /** Of which groups with a quota the file is, and by how much each is over it. */
  void setExcesses(AtomicLong[] next) {
    excesses = next;
  }

  /** Bytes came, or went when there are fewer. */
  void addToExcesses(long more) {
    for (AtomicLong excess : excesses) {
      excess.addAndGet(more);
    }
  }

  /** Whether a group that the file is in has more than its quota. */
  public boolean isOverQuota() {
    for (AtomicLong excess : excesses) {
      if (excess.get() > 0) {
        return true;
      }
    }
    return false;
  }

  /** How many blocks are linked. */
  public int blocks() {
    lock();
    try {
      return blocks;
    } finally {
      unlock();
    }
  }

  /** Bytes of the blocks that are linked. */
  public long bytes() {
    lock();
    try {
      return bytes;
    } finally {
      unlock();
    }
  }

  /** The first slot of the list; right only while nothing happens. */
  int firstSlot() {
    return first;
  }

  /** Whether no block is on its way and nobody walks the list. */
  boolean isAtRest() {
    lock();
    try {
      return inFlight == 0 && walks == null;
    } finally {
      unlock();
    }
  }

  /** A walk over the slots of those blocks whose offset is wanted. To be closed. */
  public Walk walk(SlotTable slots, LongPredicate wanted) {
    return new Walk(slots, wanted);
  }

  /**
   * Goes through the visible blocks of the file a few at a time, holding the lock no longer than
   * these few take. A slot that is unlinked under the walk's feet moves it on ({@link #unlink});
   * one that is linked while it goes is at the front of the list, behind it. One thread's.
   */
  public final class Walk implements AutoCloseable {
    private static final int STEP = 64;

    private final SlotTable slots;
    private final LongPredicate wanted;

    /** The slot to look at next; guarded by the file's lock. */
    private int at;

    /** The next of the file's walks; guarded by the file's lock. */
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

    /** Some more slots, as they are now; none when there are no more. */
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
