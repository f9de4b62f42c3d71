package io.strata.l2.index;

import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * From a key to the slot that holds its block: hash chains through the slots' own headers, their
 * heads in a table outside the heap. Thread-safe; look-ups take no lock and write nothing but the
 * pin.
 *
 * <h2>A head</h2>
 *
 * <pre>
 *  63              33   32   31                   0
 * +------------------+------+----------------------+
 * |     version      | lock |  handle of the first |
 * +------------------+------+----------------------+
 * </pre>
 *
 * <ul>
 *   <li><b>lock</b> (compare-and-set of the lock bit): a writer or an evictor has the chain for the
 *       few instructions that link or unlink a slot. Readers go on.
 *   <li><b>unlock</b> (release store): the new first slot, and the next version.
 * </ul>
 *
 * A hit needs no proof from the chain: the pin's compare-and-set proves the key ({@link
 * SlotTable}). A reader can be led astray only by a slot that was unlinked, and perhaps reused,
 * under its feet; it then ends in a chain that is not its own and finds nothing. So a reader that
 * finds nothing looks at the head again: the same version and no lock mean that nothing was linked
 * or unlinked meanwhile, and the miss is true: a block is published, and a moved one becomes
 * visible and invisible, while the chain is locked ({@link #publish}, {@link #replace}). Otherwise
 * it walks again, a bounded number of times; what is then reported missing was being changed all
 * along, and the caller reads it from its file.
 */
public final class HashIndex {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOCKED = 1L << 32;
  private static final long VERSION_ONE = 1L << 33;
  private static final long VERSION_MASK = -1L << 33;

  /** A reader led astray could go round for as long as others keep relinking; this ends it. */
  private static final int MAX_STEPS = 1 << 12;

  private static final int SPINS_BEFORE_PARKING = 64;
  private static final int MAX_WALKS = 2 * SPINS_BEFORE_PARKING;
  private static final long PARK_NANOS = 10_000;

  private final SlotTable slots;
  private final ByteBuffer heads;
  private final int mask;

  /**
   * @param headCount how many chains, a power of two
   */
  public HashIndex(SlotTable slots, int headCount) {
    this.slots = slots;
    this.mask = headCount - 1;
    this.heads = ByteBuffer.allocateDirect(headCount * CapacityPlan.HEAD_BYTES);
    for (int head = 0; head < headCount; head++) {
      LONG.set(heads, head * CapacityPlan.HEAD_BYTES, Handle.NONE & 0xFFFFFFFFL);
    }
    VarHandle.releaseFence();
  }

  /** The hash of a key; Stafford's thirteenth variant of the MurmurHash3 finalizer. */
  public static int hash(long fileId, long offset) {
    long h = fileId * 0x9E3779B97F4A7C15L + offset;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return (int) (h ^ (h >>> 31));
  }

  /**
   * Finds the slot that holds a block, and pins it.
   *
   * @param read whether the look-up is a read, which the slot's mark is to show
   * @return its handle, or {@link Handle#NONE}
   */
  public int findAndPin(long fileId, long offset, boolean read) {
    int at = at(fileId, offset);
    for (int walk = 0; walk < MAX_WALKS; walk++) {
      long head = (long) LONG.getAcquire(heads, at);
      int handle = (int) head;
      for (int step = 0; handle != Handle.NONE && step < MAX_STEPS; step++) {
        if (read
            ? slots.pinIfHolds(handle, fileId, offset)
            : slots.pinQuietlyIfHolds(handle, fileId, offset)) {
          return handle;
        }
        handle = slots.next(handle);
      }
      // The walk's loads must not be taken after the head's second one.
      VarHandle.loadLoadFence();
      if ((head & LOCKED) == 0 && (long) LONG.getAcquire(heads, at) == head) {
        return Handle.NONE;
      }
      pause(walk);
    }
    return Handle.NONE;
  }

  /**
   * Finds the slot that holds a block, without a pin. Has the chain meanwhile, so the answer is
   * true of one moment however many pins the block has and whatever is linked or unlinked.
   *
   * @return its handle, which may hold another block by now, or {@link Handle#NONE}
   */
  public int find(long fileId, long offset) {
    int at = at(fileId, offset);
    long head = lock(at);
    int handle = (int) head;
    while (handle != Handle.NONE && !slots.holds(handle, fileId, offset)) {
      handle = slots.next(handle);
    }
    LONG.setRelease(heads, at, head);
    return handle;
  }

  /** Links a slot that the caller fills; readers pass it over until it is visible. */
  public void link(int handle) {
    int at = at(handle);
    long head = lock(at);
    slots.setNext(handle, (int) head);
    unlock(at, head, handle);
  }

  /**
   * Links a slot that the caller fills and makes it visible, if it is still wanted. It is asked,
   * and made visible, while no chain can be followed past it to its end: to a look-up the block is
   * either in the chain for good or was never there.
   *
   * @param visible the slot's meta word from then on
   * @param wanted asked once
   * @return whether it is wanted; if not, the slot is still the caller's
   */
  public boolean publish(int handle, long visible, BooleanSupplier wanted) {
    int at = at(handle);
    long head = lock(at);
    if (!wanted.getAsBoolean()) {
      unlock(at, head, (int) head);
      return false;
    }
    slots.setNext(handle, (int) head);
    slots.setMeta(handle, visible);
    unlock(at, head, handle);
    return true;
  }

  /** Unlinks a slot that the caller evicted. */
  public void unlink(int handle) {
    int at = at(handle);
    long head = lock(at);
    substitute(at, head, handle, slots.next(handle));
  }

  /**
   * Puts a copy of a block, in a slot that the caller fills, where the block is in its chain, while
   * no chain can be followed past it to its end: a look-up that finds the block evicted finds the
   * chain locked or changed, and walks again.
   *
   * @param handle a slot that the caller pins
   * @param swap makes the block invisible and the copy visible; says whether it did
   * @return whether it did
   */
  public boolean replace(int handle, int copy, BooleanSupplier swap) {
    int at = at(handle);
    long head = lock(at);
    if (!swap.getAsBoolean()) {
      unlock(at, head, (int) head);
      return false;
    }
    slots.setNext(copy, slots.next(handle));
    substitute(at, head, handle, copy);
    return true;
  }

  /** Has another slot, and what hangs on it, follow where a slot was; gives the chain back. */
  private void substitute(int at, long head, int handle, int instead) {
    int first = (int) head;
    if (first == handle) {
      unlock(at, head, instead);
      return;
    }
    int before = first;
    while (before != Handle.NONE && slots.next(before) != handle) {
      before = slots.next(before);
    }
    if (before != Handle.NONE) {
      slots.setNext(before, instead);
    }
    unlock(at, head, first);
    if (before == Handle.NONE) {
      throw new IllegalStateException("An evicted slot was not in its hash chain.");
    }
  }

  // ---- to be checked

  /** How many chains there are. */
  int chains() {
    return mask + 1;
  }

  /** The first slot of a chain; right only while nothing happens. */
  int firstOf(int chain) {
    return (int) (long) LONG.getAcquire(heads, chain * CapacityPlan.HEAD_BYTES);
  }

  /** Whether somebody has a chain. */
  boolean isLocked(int chain) {
    return ((long) LONG.getAcquire(heads, chain * CapacityPlan.HEAD_BYTES) & LOCKED) != 0;
  }

  /** The chain in which a slot belongs. */
  int chainOf(int handle) {
    return at(handle) / CapacityPlan.HEAD_BYTES;
  }

  /** Where the head of the chain of a slot is that the caller owns. */
  private int at(int handle) {
    return at(slots.fileId(handle), slots.offset(handle));
  }

  private int at(long fileId, long offset) {
    return (hash(fileId, offset) & mask) * CapacityPlan.HEAD_BYTES;
  }

  private long lock(int at) {
    for (int spin = 0; ; spin++) {
      long head = (long) LONG.getVolatile(heads, at);
      if ((head & LOCKED) == 0 && LONG.compareAndSet(heads, at, head, head | LOCKED)) {
        return head;
      }
      pause(spin);
    }
  }

  /** Waits a little for a thread that has a chain, or a file, for a few instructions. */
  static void pause(int turn) {
    if (turn < SPINS_BEFORE_PARKING) {
      Thread.onSpinWait();
    } else {
      // The thread that has the chain was likely taken off its core: let it run.
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  private void unlock(int at, long head, int first) {
    long next = ((head & VERSION_MASK) + VERSION_ONE) | (first & 0xFFFFFFFFL);
    LONG.setRelease(heads, at, next);
  }
}
