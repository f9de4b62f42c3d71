package io.strata.l2.index;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

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

  private final long id;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by the lock; whether it is retired may be read without.
  private int first = Handle.NONE;
  private int blocks;
  private long bytes;
  private int inFlight;
  private volatile boolean retired;
  private final List<Walk> walks = new ArrayList<>(0);

  /** Not guarded: each counter is one of a group's, which other files change too. */
  private volatile AtomicLong[] excesses = NO_QUOTA;

  FileBlocks(long id, String name) {
    this.id = id;
    this.name = name;
  }

  /** Stands for the file in keys; never given twice. */
  public long id() {
    return id;
  }

  public String name() {
    return name;
  }

  /** Counts a block that is on its way; says false when the file is retired. */
  boolean enter() {
    lock.lock();
    try {
      if (!retired) {
        inFlight++;
      }
      return !retired;
    } finally {
      lock.unlock();
    }
  }

  /** Counts a block that was on its way and no longer is; says whether that retired the file. */
  boolean leave() {
    lock.lock();
    try {
      inFlight--;
      return retireIfEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Links a slot that the caller fills; says false, and does nothing, when the file is retired. */
  boolean link(SlotTable slots, int handle, int length) {
    lock.lock();
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
      lock.unlock();
    }
  }

  /**
   * Links a copy of a visible block behind it, so that a walk which finds the original gone finds
   * the copy. Says false, and does nothing, when the original is visible no more, or the file is
   * retired.
   */
  boolean linkBehind(SlotTable slots, int handle, int length, int original) {
    lock.lock();
    try {
      // Who evicts it makes it invisible first, and then takes this lock: it is linked still.
      if (retired || !Meta.isVisible(slots.meta(original))) {
        return false;
      }
      int next = slots.nextOfFile(original);
      slots.setPreviousOfFile(handle, original);
      slots.setNextOfFile(handle, next);
      slots.setNextOfFile(original, handle);
      if (next != Handle.NONE) {
        slots.setPreviousOfFile(next, handle);
      }
      blocks++;
      bytes += length;
      return true;
    } finally {
      lock.unlock();
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
    lock.lock();
    try {
      int previous = slots.previousOfFile(handle);
      int next = slots.nextOfFile(handle);
      if (previous == Handle.NONE) {
        first = next;
      } else {
        slots.setNextOfFile(previous, next);
      }
      if (next != Handle.NONE) {
        slots.setPreviousOfFile(next, previous);
      }
      for (Walk walk : walks) {
        if (walk.at == handle) {
          walk.at = next;
        }
      }
      blocks--;
      bytes -= length;
      if (retired) {
        return blocks == 0 ? Unlinked.LAST_OF_RETIRED : Unlinked.FROM_RETIRED;
      }
      return retireIfEmpty() ? Unlinked.LAST_OF_OPEN : Unlinked.FROM_OPEN;
    } finally {
      lock.unlock();
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
    lock.lock();
    try {
      boolean now = !retired;
      retired = true;
      return new Retired(now, blocks, bytes);
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing can be linked any more. */
  public boolean isRetired() {
    return retired;
  }

  /** Whether no slot is linked. */
  boolean isEmpty() {
    lock.lock();
    try {
      return blocks == 0;
    } finally {
      lock.unlock();
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
    lock.lock();
    try {
      return blocks;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of the blocks that are linked. */
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** The first slot of the list; right only while nothing happens. */
  int firstSlot() {
    return first;
  }

  /** Whether no block is on its way and nobody walks the list. */
  boolean isAtRest() {
    lock.lock();
    try {
      return inFlight == 0 && walks.isEmpty();
    } finally {
      lock.unlock();
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

    private Walk(SlotTable slots, LongPredicate wanted) {
      this.slots = slots;
      this.wanted = wanted;
      lock.lock();
      try {
        at = first;
        walks.add(this);
      } finally {
        lock.unlock();
      }
    }

    /** Some more slots, as they are now; none when there are no more. */
    public int[] next() {
      int[] found = new int[STEP];
      int count = 0;
      do {
        lock.lock();
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
          lock.unlock();
        }
      } while (count < STEP);
      return found;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        walks.remove(this);
      } finally {
        lock.unlock();
      }
    }
  }
}
