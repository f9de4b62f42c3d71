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
 * The hash index from a key to the slot of its block: chains through the slots' own headers, whose
 * heads are in tables outside the heap. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * <pre>
 *  63              33   32   31                   0
 * +------------------+------+----------------------+
 * |     version      | lock |  handle of the first |      a head
 * +------------------+------+----------------------+
 * </pre>
 *
 * The handle is stored inverted: a zeroed head is one of an empty chain, so new heads need no more
 * than the zeros that the JVM writes.
 *
 * <ul>
 *   <li><b>lock</b> (compare-and-set of the lock bit): a writer or evictor owns the chain for the
 *       few instructions that link or unlink a slot. Readers go on.
 *   <li><b>unlock</b> (release store): sets the new first slot and the next version.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * A lookup takes no lock and writes nothing but the pin, unless it meets a lock that is held for
 * long: then it takes that, which writes the head twice. It loads the number of chains, which
 * changes only while the index grows. A split costs the length of one chain. Heads never move: each
 * table of heads is as long as all before it ({@link #allocate}).
 *
 * <h2>Why these orderings suffice</h2>
 *
 * A hit needs no proof from the chain: the pin's compare-and-set proves the key ({@link
 * SlotTable}). A reader can be misled only by a slot that is unlinked, and perhaps reused, while
 * the reader is at it; it then ends in another chain and finds nothing. So a reader that finds
 * nothing reads the head again. The same version and no lock prove a miss: nothing was linked or
 * unlinked meanwhile, since a block is published, and a moved one exchanged for its copy, while the
 * chain is locked ({@link #publish}, {@link #replace}). Otherwise the reader walks again. After
 * {@link #MAX_WALKS} of them, the thread that holds the lock was probably preempted: the reader
 * takes the lock itself, as writers do, so that a block that is cached is always found.
 *
 * <h2>Growth</h2>
 *
 * The chains grow one at a time by linear hashing (Litwin, VLDB 1980). With n chains, a key belongs
 * to the chain numbered by as many of the lowest bits of its hash as are needed for n; if that is
 * not below n, by one bit less. Chain n is split off the one chain whose keys may belong to it:
 *
 * <ul>
 *   <li><b>split</b> (by one thread): lock the old chain; distribute its slots to two lists; write
 *       the head of the new chain; n becomes n + 1 (volatile store); unlock the old chain.
 *   <li>n changes before the old chain is unlocked. So a reader that finds nothing in a chain that
 *       is unlocked and unchanged, and then sees the same n for its key, has a true miss; any other
 *       walks again. A thread that has locked a chain and finds that its key belongs to it owns the
 *       chain until it unlocks, since a split needs that lock.
 * </ul>
 */
public final class HashIndex {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOCKED = 1L << 32;
  private static final long VERSION_ONE = 1L << 33;
  private static final long VERSION_MASK = -1L << 33;
  private static final long FIRST_MASK = 0xFFFFFFFFL;

  /** Ends the walk of a misled reader, which could go in circles while others relink slots. */
  private static final int MAX_STEPS = 1 << 12;

  /** Walks of a chain that changes, before the reader locks it. */
  private static final int MAX_WALKS = 64;

  private static final int SPINS_BEFORE_PARKING = 64;
  private static final long PARK_NANOS = 10_000;

  /** Chains to split in one call of {@link #grow}. */
  private static final int SPLITS = 256;

  private final SlotTable slots;

  /** The heads of the first table, a power of two, and its logarithm. */
  private final int firstHeads;

  private final int firstShift;

  private final ByteBuffer first;

  /** The second table has as many heads as the first, each further one twice as many. */
  private volatile ByteBuffer[] tables;

  private volatile int chains;

  /**
   * @param heads from {@link #heads}
   */
  public HashIndex(SlotTable slots, ByteBuffer heads) {
    this.slots = slots;
    this.firstHeads = heads.capacity() / CapacityPlan.HEAD_BYTES;
    this.firstShift = Integer.numberOfTrailingZeros(firstHeads);
    this.first = heads;
    this.tables = new ByteBuffer[] {first};
    this.chains = firstHeads;
  }

  /**
   * Allocates the heads of empty chains.
   *
   * @param count the initial number of chains, a power of two
   */
  public static ByteBuffer heads(int count) {
    return ByteBuffer.allocateDirect(count * CapacityPlan.HEAD_BYTES);
  }

  /** Returns the hash of a key: Stafford's thirteenth variant of the MurmurHash3 finalizer. */
  public static int hash(long fileId, long offset) {
    long h = fileId * 0x9E3779B97F4A7C15L + offset;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return (int) (h ^ (h >>> 31));
  }

  /**
   * Finds the slot that holds a block, and pins it.
   *
   * @param read whether the lookup is a read that counts for the policy
   * @return its handle, or {@link Handle#NONE}
   */
  public int findAndPin(long fileId, long offset, boolean read) {
    int hash = hash(fileId, offset);
    for (int walk = 0; walk < MAX_WALKS; walk++) {
      int chain = chainOf(hash);
      ByteBuffer heads = table(chain);
      int at = at(chain);
      long head = (long) LONG.getAcquire(heads, at);
      int handle = first(head);
      for (int step = 0; handle != Handle.NONE && step < MAX_STEPS; step++) {
        if (pinIfHolds(handle, fileId, offset, read)) {
          return handle;
        }
        handle = slots.next(handle);
      }
      // The loads of the walk must come before the second load of the head.
      VarHandle.loadLoadFence();
      if ((head & LOCKED) == 0
          && (long) LONG.getAcquire(heads, at) == head
          && chainOf(hash) == chain) {
        return Handle.NONE;
      }
      Thread.onSpinWait();
    }
    return findLocked(hash, fileId, offset, read);
  }

  /** As {@link #findAndPin}, while no other thread changes the chain. */
  private int findLocked(int hash, long fileId, long offset, boolean read) {
    int chain = lock(hash);
    int handle = first(head(chain));
    while (handle != Handle.NONE && !pinIfHolds(handle, fileId, offset, read)) {
      handle = slots.next(handle);
    }
    unlockUnchanged(chain);
    return handle;
  }

  private boolean pinIfHolds(int handle, long fileId, long offset, boolean read) {
    return read
        ? slots.pinIfHolds(handle, fileId, offset)
        : slots.pinQuietlyIfHolds(handle, fileId, offset);
  }

  /**
   * Finds the slot that holds a block, without pinning it. Locks the chain, so the answer is true
   * at one moment, however many pins the block has and whatever is linked or unlinked.
   *
   * @return its handle, which may hold another block by now, or {@link Handle#NONE}
   */
  public int find(long fileId, long offset) {
    int chain = lock(hash(fileId, offset));
    int handle = first(head(chain));
    while (handle != Handle.NONE && !slots.holds(handle, fileId, offset)) {
      handle = slots.next(handle);
    }
    unlockUnchanged(chain);
    return handle;
  }

  /** Returns whether two slots hold this block; as {@link #find}, true at one moment. */
  public boolean isTwice(long fileId, long offset) {
    int chain = lock(hash(fileId, offset));
    int found = 0;
    for (int at = first(head(chain)); at != Handle.NONE; at = slots.next(at)) {
      found += slots.holds(at, fileId, offset) ? 1 : 0;
    }
    unlockUnchanged(chain);
    return found > 1;
  }

  /** Links a slot that the caller fills; readers skip it until it is visible. */
  public void link(int handle) {
    int chain = lock(hashOf(handle));
    slots.setNext(handle, first(head(chain)));
    unlock(chain, handle);
  }

  /**
   * Links a slot that the caller fills and makes it visible, if the block is still wanted. The
   * question and the store both happen while the chain is locked, so that no lookup can prove a
   * miss meanwhile: to a lookup the block is either in the chain for good or was never there.
   *
   * @param visible the slot's new meta word
   * @param wanted called once
   * @return whether it is wanted; if not, the caller still owns the slot
   */
  public boolean publish(int handle, long visible, BooleanSupplier wanted) {
    return publish(hashOf(handle), handle, visible, wanted);
  }

  /**
   * As {@link #publish(int, long, BooleanSupplier)}.
   *
   * @param hash of the block's key
   */
  public boolean publish(int hash, int handle, long visible, BooleanSupplier wanted) {
    int chain = lock(hash);
    if (!wanted.getAsBoolean()) {
      unlockUnchanged(chain);
      return false;
    }
    long head = head(chain);
    slots.setNext(handle, first(head));
    slots.setMeta(handle, visible);
    unlock(chain, head, handle);
    return true;
  }

  /**
   * Loads and returns the head of the chain of a hash. A thread that is to publish many blocks
   * first does this for all of them: these loads overlap in the processor, whereas each
   * compare-and-set waits for its own.
   */
  public long touch(int hash) {
    return head(chainOf(hash));
  }

  /** Unlinks a slot that the caller evicted. */
  public void unlink(int handle) {
    int chain = lock(hashOf(handle));
    substitute(chain, handle, slots.next(handle));
  }

  /**
   * Replaces a block in its chain by a copy, in a slot that the caller fills. The chain is locked
   * meanwhile: a lookup that finds the block doomed finds the chain locked or changed, and walks
   * again.
   *
   * @param handle a slot that the caller pins
   * @param swap dooms the block and makes the copy visible; returns whether it did
   * @return what {@code swap} returned
   */
  public boolean replace(int handle, int copy, BooleanSupplier swap) {
    int chain = lock(hashOf(handle));
    if (!swap.getAsBoolean()) {
      unlockUnchanged(chain);
      return false;
    }
    slots.setNext(copy, slots.next(handle));
    substitute(chain, handle, copy);
    return true;
  }

  /** Replaces a slot in the chain by another slot or by its successor, and unlocks the chain. */
  private void substitute(int chain, int handle, int instead) {
    int first = first(head(chain));
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
   * @param headCount the maximum number of chains, a power of two; never fewer than now
   * @throws OutOfMemoryError when the process may not have that much direct memory
   */
  public ByteBuffer[] allocate(int headCount) {
    ByteBuffer[] now = tables;
    int count = Math.max(now.length, tableOf(headCount - 1) + 1);
    ByteBuffer[] more = Arrays.copyOf(now, count);
    for (int table = now.length; table < count; table++) {
      int heads = firstHeads << (table - 1);
      more[table] = heads(heads);
    }
    return more;
  }

  /** Takes over what {@link #allocate} returned last; {@link #grow} then creates the chains. */
  public void take(ByteBuffer[] more) {
    tables = more;
  }

  /**
   * Splits some chains, as long as there is memory for more. One thread at a time; lookups and
   * changes go on.
   *
   * @return whether there are more to split
   */
  public boolean grow() {
    int max = firstHeads << (tables.length - 1);
    for (int splits = 0; splits < SPLITS && chains < max; splits++) {
      split(chains);
    }
    return chains < max;
  }

  private void split(int added) {
    int highest = Integer.highestOneBit(added);
    int old = added - highest;
    lockChain(old);
    int[] firsts = {Handle.NONE, Handle.NONE};
    int[] lasts = {Handle.NONE, Handle.NONE};
    for (int handle = first(head(old)); handle != Handle.NONE; ) {
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
    LONG.setRelease(table(added), at(added), ~firsts[1] & FIRST_MASK);
    // Before the old chain is unlocked: a reader that finds nothing there sees the new one.
    chains = added + 1;
    unlock(old, firsts[0]);
  }

  // ---- audits and tests

  /** Returns the number of chains. */
  public int chains() {
    return chains;
  }

  /** Returns how many slots a lookup visits before this one. */
  int stepsTo(int handle) {
    int steps = 0;
    for (int at = firstOf(chainOf(hashOf(handle))); at != handle; at = slots.next(at)) {
      steps++;
    }
    return steps;
  }

  /** Returns the first slot of a chain; consistent only while nothing happens. */
  int firstOf(int chain) {
    return first(head(chain));
  }

  /** Returns whether a thread holds the lock of a chain. */
  boolean isLocked(int chain) {
    return (head(chain) & LOCKED) != 0;
  }

  /** Returns the chain to which a slot belongs. */
  int chainOfSlot(int handle) {
    return chainOf(hashOf(handle));
  }

  // ---- chains and their heads

  /** Returns the hash of a slot that the caller owns or pins, or whose chain it has locked. */
  private int hashOf(int handle) {
    return hash(slots.fileId(handle), slots.offset(handle));
  }

  private int chainOf(int hash) {
    int count = chains;
    // Most indexes never grow: the processor can predict the chain without waiting for the count.
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

  /** Returns the address of a chain's head in its table. */
  private int at(int chain) {
    int before = chain < firstHeads ? 0 : Integer.highestOneBit(chain);
    return (chain - before) * CapacityPlan.HEAD_BYTES;
  }

  private long head(int chain) {
    return (long) LONG.getAcquire(table(chain), at(chain));
  }

  private static int first(long head) {
    return ~(int) head;
  }

  /** Locks the chain of a hash, and returns its number. */
  private int lock(int hash) {
    while (true) {
      int chain = chainOf(hash);
      lockChain(chain);
      if (chainOf(hash) == chain) {
        return chain;
      }
      unlockUnchanged(chain);
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

  /** Waits for a thread that holds the lock of a chain or a file for a few instructions. */
  static void pause(int attempt) {
    if (attempt < SPINS_BEFORE_PARKING) {
      Thread.onSpinWait();
    } else {
      // The thread that holds the lock was probably preempted: let it run.
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /** Unlocks a chain without a new version. */
  private void unlockUnchanged(int chain) {
    LONG.setRelease(table(chain), at(chain), head(chain) & ~LOCKED);
  }

  private void unlock(int chain, int first) {
    unlock(chain, head(chain), first);
  }

  /** Unlocks a chain whose head is known, since no other thread changes it. */
  private void unlock(int chain, long head, int first) {
    long next = ((head & VERSION_MASK) + VERSION_ONE) | (~first & FIRST_MASK);
    LONG.setRelease(table(chain), at(chain), next);
  }
}
