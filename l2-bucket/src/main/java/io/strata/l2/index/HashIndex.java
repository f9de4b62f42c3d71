package io.strata.l2.index;

import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * From a key to the slot that holds its block: hash chains through the slots' own headers, their
 * heads in tables outside the heap. Thread-safe; look-ups take no lock and write nothing but the
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
 *
 * <h2>Growth</h2>
 *
 * The chains grow one at a time, by linear hashing (Litwin, VLDB 1980). With n chains a key belongs
 * to the chain of its hash's lowest bits, as many as number n chains; where that is not below n, to
 * the chain of one bit less. Chain n comes from the one chain whose keys may belong there:
 *
 * <ul>
 *   <li><b>split</b> (by one thread): lock the old chain; deal its slots out to two lists; write
 *       the new chain's head; n becomes n + 1 (volatile store); unlock the old chain.
 *   <li>n changes before the old chain is unlocked. So a reader that finds nothing in a chain that
 *       is unlocked and unchanged, and then finds the same n for its key, has a true miss; any
 *       other walks again. A thread that has locked a chain and finds that its key belongs to it
 *       has it until it unlocks, since a split needs that lock.
 * </ul>
 *
 * <i>Costs:</i> a look-up loads n, which changes only while the index grows. A split costs the
 * length of one chain. The heads stay where they are: each table of heads is as long as all before
 * it ({@link #allocate}).
 */
public final class HashIndex {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOCKED = 1L << 32;
  private static final long VERSION_ONE = 1L << 33;
  private static final long VERSION_MASK = -1L << 33;
  private static final long FIRST_MASK = 0xFFFFFFFFL;

  /** A reader led astray could go round for as long as others keep relinking; this ends it. */
  private static final int MAX_STEPS = 1 << 12;

  private static final int SPINS_BEFORE_PARKING = 64;
  private static final int MAX_WALKS = 2 * SPINS_BEFORE_PARKING;
  private static final long PARK_NANOS = 10_000;

  /** Chains that are split at a time. */
  private static final int SPLITS = 256;

  private final SlotTable slots;

  /** How many heads the first table has, a power of two, and which one. */
  private final int firstHeads;

  private final int firstShift;

  private final ByteBuffer first;

  /** The second has as many heads as the first, and each further one twice those of the last. */
  private volatile ByteBuffer[] tables;

  private volatile int chains;

  /**
   * @param headCount how many chains at first, a power of two
   */
  public HashIndex(SlotTable slots, int headCount) {
    this.slots = slots;
    this.firstHeads = headCount;
    this.firstShift = Integer.numberOfTrailingZeros(headCount);
    this.first = ByteBuffer.allocateDirect(headCount * CapacityPlan.HEAD_BYTES);
    for (int head = 0; head < headCount; head++) {
      LONG.set(first, head * CapacityPlan.HEAD_BYTES, FIRST_MASK & Handle.NONE);
    }
    this.tables = new ByteBuffer[] {first};
    this.chains = headCount;
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
    int hash = hash(fileId, offset);
    for (int walk = 0; walk < MAX_WALKS; walk++) {
      int chain = chainOf(hash);
      ByteBuffer heads = table(chain);
      int at = at(chain);
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
      if ((head & LOCKED) == 0
          && (long) LONG.getAcquire(heads, at) == head
          && chainOf(hash) == chain) {
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
    int chain = lock(hash(fileId, offset));
    int handle = (int) head(chain);
    while (handle != Handle.NONE && !slots.holds(handle, fileId, offset)) {
      handle = slots.next(handle);
    }
    giveBack(chain);
    return handle;
  }

  /** Whether another slot than this visible one, which the caller pins, holds its block too. */
  public boolean isTwice(int handle) {
    long fileId = slots.fileId(handle);
    long offset = slots.offset(handle);
    int chain = lock(hash(fileId, offset));
    int at = (int) head(chain);
    while (at != Handle.NONE && (at == handle || !slots.holds(at, fileId, offset))) {
      at = slots.next(at);
    }
    giveBack(chain);
    return at != Handle.NONE;
  }

  /** Links a slot that the caller fills; readers pass it over until it is visible. */
  public void link(int handle) {
    int chain = lock(hashOf(handle));
    slots.setNext(handle, (int) head(chain));
    unlock(chain, handle);
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
    int chain = lock(hashOf(handle));
    if (!wanted.getAsBoolean()) {
      giveBack(chain);
      return false;
    }
    slots.setNext(handle, (int) head(chain));
    slots.setMeta(handle, visible);
    unlock(chain, handle);
    return true;
  }

  /** Unlinks a slot that the caller evicted. */
  public void unlink(int handle) {
    int chain = lock(hashOf(handle));
    substitute(chain, handle, slots.next(handle));
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
    int chain = lock(hashOf(handle));
    if (!swap.getAsBoolean()) {
      giveBack(chain);
      return false;
    }
    slots.setNext(copy, slots.next(handle));
    substitute(chain, handle, copy);
    return true;
  }

  /** Has another slot, and what hangs on it, follow where a slot was; gives the chain back. */
  private void substitute(int chain, int handle, int instead) {
    int first = (int) head(chain);
    if (first == handle) {
      unlock(chain, instead);
      return;
    }
    int before = first;
    while (before != Handle.NONE && slots.next(before) != handle) {
      before = slots.next(before);
    }
    if (before != Handle.NONE) {
      slots.setNext(before, instead);
    }
    unlock(chain, first);
    if (before == Handle.NONE) {
      throw new IllegalStateException("An evicted slot was not in its hash chain.");
    }
  }

  // ---- growth

  /**
   * Allocates the memory for more chains, and changes nothing; {@link #take} follows.
   *
   * @param headCount how many chains there may be, a power of two; fewer than now are as many
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  public ByteBuffer[] allocate(int headCount) {
    ByteBuffer[] now = tables;
    int count = Math.max(now.length, tableOf(headCount - 1) + 1);
    ByteBuffer[] more = Arrays.copyOf(now, count);
    for (int table = now.length; table < count; table++) {
      int heads = firstHeads << (table - 1);
      more[table] = ByteBuffer.allocateDirect(heads * CapacityPlan.HEAD_BYTES);
    }
    return more;
  }

  /** Takes what {@link #allocate} answered last; {@link #grow} makes the chains. */
  public void take(ByteBuffer[] more) {
    tables = more;
  }

  /**
   * Splits some of the chains, as long as there are fewer than there is memory for. One thread at a
   * time; look-ups and changes go on.
   *
   * @return whether more are to be split
   */
  public boolean grow() {
    int most = firstHeads << (tables.length - 1);
    for (int splits = 0; splits < SPLITS && chains < most; splits++) {
      split(chains);
    }
    return chains < most;
  }

  private void split(int added) {
    int highest = Integer.highestOneBit(added);
    int old = added - highest;
    lockChain(old);
    int[] firsts = {Handle.NONE, Handle.NONE};
    int[] lasts = {Handle.NONE, Handle.NONE};
    for (int handle = (int) head(old); handle != Handle.NONE; ) {
      int next = slots.next(handle);
      int list = (hashOf(handle) & highest) == 0 ? 0 : 1;
      if (lasts[list] == Handle.NONE) {
        firsts[list] = handle;
      } else {
        slots.setNext(lasts[list], handle);
      }
      lasts[list] = handle;
      handle = next;
    }
    for (int last : lasts) {
      if (last != Handle.NONE) {
        slots.setNext(last, Handle.NONE);
      }
    }
    LONG.setRelease(table(added), at(added), firsts[1] & FIRST_MASK);
    // Before the old chain is unlocked: who finds nothing there then looks in the new one.
    chains = added + 1;
    unlock(old, firsts[0]);
  }

  // ---- to be checked

  /** How many chains there are. */
  public int chains() {
    return chains;
  }

  /** How many slots a look-up meets before the one that holds a block. */
  int stepsTo(int handle) {
    int steps = 0;
    for (int at = firstOf(chainOf(hashOf(handle))); at != handle; at = slots.next(at)) {
      steps++;
    }
    return steps;
  }

  /** The first slot of a chain; right only while nothing happens. */
  int firstOf(int chain) {
    return (int) head(chain);
  }

  /** Whether a thread has a chain. */
  boolean isLocked(int chain) {
    return (head(chain) & LOCKED) != 0;
  }

  /** The chain in which a slot belongs. */
  int chainOfSlot(int handle) {
    return chainOf(hashOf(handle));
  }

  // ---- chains and their heads

  /** The hash of the key of a slot that the caller owns or pins, or whose chain it has. */
  private int hashOf(int handle) {
    return hash(slots.fileId(handle), slots.offset(handle));
  }

  private int chainOf(int hash) {
    int count = chains;
    // Most indexes never grow: the processor need not wait for the count to go on with the chain.
    if (count == firstHeads) {
      return hash & firstHeads - 1;
    }
    int mask = (int) (FIRST_MASK >>> Integer.numberOfLeadingZeros(count - 1));
    int chain = hash & mask;
    return chain < count ? chain : chain & mask >>> 1;
  }

  private ByteBuffer table(int chain) {
    return chain < firstHeads ? first : tables[tableOf(chain)];
  }

  private int tableOf(int chain) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(chain >>> firstShift);
  }

  /** Where in its table the head of a chain is. */
  private int at(int chain) {
    int before = chain < firstHeads ? 0 : Integer.highestOneBit(chain);
    return (chain - before) * CapacityPlan.HEAD_BYTES;
  }

  private long head(int chain) {
    return (long) LONG.getAcquire(table(chain), at(chain));
  }

  /** Locks the chain of a hash, and returns which that is. */
  private int lock(int hash) {
    while (true) {
      int chain = chainOf(hash);
      lockChain(chain);
      if (chainOf(hash) == chain) {
        return chain;
      }
      giveBack(chain);
    }
  }

  private void lockChain(int chain) {
    ByteBuffer heads = table(chain);
    int at = at(chain);
    for (int spin = 0; ; spin++) {
      long head = (long) LONG.getVolatile(heads, at);
      if ((head & LOCKED) == 0 && LONG.compareAndSet(heads, at, head, head | LOCKED)) {
        return;
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

  /** Unlocks a chain in which nothing was changed. */
  private void giveBack(int chain) {
    LONG.setRelease(table(chain), at(chain), head(chain) & ~LOCKED);
  }

  private void unlock(int chain, int first) {
    long next = ((head(chain) & VERSION_MASK) + VERSION_ONE) | (first & FIRST_MASK);
    LONG.setRelease(table(chain), at(chain), next);
  }
}
