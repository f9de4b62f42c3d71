package io.strata.l2.slot;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Keys;
import io.strata.l2.policy.Policy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The headers of all slots, which control the access to the slots' memory. Thread-safe.
 *
 * <h2>States</h2>
 *
 * <pre>
 *            take                   publish                 evict
 *   FREE ------------&gt; FILLING ----------------&gt; VISIBLE -----------+
 *    ^                   |  ^  |                                       |
 *    |      give back    |  |  | join                                  v
 *    +-------------------+  |  +-----------&gt; PART                  DOOMED
 *    |                      |                  | with its first       |   |
 *    +----------------------|------------------+ slot                 |   |
 *    |                      +-----------------------------------------+   |
 *    |                                 reuse by evictor                   |
 *    +--------------------------------------------------------------------+
 *                                   last unpin
 * </pre>
 *
 * <h2>Costs</h2>
 *
 * A hit costs three loads of one cache line and one compare-and-set, which pins the slot and
 * updates the policy bits; a release costs one atomic addition. Readers take no lock.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li><b>take</b> (volatile store): the slot was popped from a free stack, so one thread owns it.
 *   <li><b>publish</b> (volatile store): the block and its key were written before; a reader whose
 *       acquiring load sees VISIBLE sees them. The store is volatile because the publisher then
 *       checks whether its bucket is being drained, while the drainer first announces the drain and
 *       then looks for visible slots: one of the two must see the other.
 *   <li><b>join</b> (volatile store): a block larger than a slot continues in further slots, linked
 *       from its first. Only the first is found, pinned and evicted, and the thread that owns it
 *       owns the others. They are written before the first is published.
 *   <li><b>pin</b> (compare-and-set VISIBLE to VISIBLE with one more pin and the policy bits after
 *       the read): the reader loads the meta word, compares the key, and sets. The word holds a
 *       generation, so success means that the slot was not reused in between, and the key that was
 *       compared is the key that is pinned. No pin is taken on trial and given back.
 *   <li><b>evict</b> (compare-and-set VISIBLE to DOOMED with one more pin): the evictor's own pin
 *       keeps the slot from being freed while it is unlinked. A DOOMED slot cannot be pinned, so
 *       its pins only decrease. Readers reserve one pin for the evictor: a block with {@link
 *       Meta#MAX_READER_PINS} pins is a miss for the next reader.
 *   <li><b>unpin</b> (atomic add of -1): orders the reader's loads before the stores of the next
 *       writer. Exactly one thread takes the last pin from a DOOMED slot; it owns the slot and
 *       frees it.
 *   <li><b>reuse</b> (volatile store, DOOMED to FILLING): allowed for an evictor that holds the
 *       only pin, that is, one that evicted an unpinned slot.
 * </ul>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * Keys are loaded with acquire, not plainly, so that these loads cannot pass the compare-and-set
 * that validates them. Keys are written between the eviction's compare-and-set and the publication,
 * so a reader that saw a new key would find a new meta word.
 *
 * <p>Buckets are added and removed while the store runs ({@link #add}, {@link #remove}). A thread
 * meets a handle only after its bucket was added, by a release store of the array's element. A
 * removed bucket is replaced by headers in which nothing is visible and every chain ends. A thread
 * that follows a stale link reads these, or the memory of the removed bucket, all of whose slots
 * are free. That memory stays readable because the thread refers to it: the garbage collector frees
 * it when no thread does, so the removal of a bucket costs readers nothing.
 *
 * <ul>
 *   <li>The memory of a removed bucket returns only under its own number. So a thread that pins a
 *       slot in memory that it loaded before pins the slot that its handle names.
 *   <li>A number whose memory was freed gets other memory, whose generations follow those of the
 *       old one (see {@link #format}). So a meta word read from the old memory does not match.
 *   <li>It is formatted with no fewer headers. So a handle in a queue never names block memory.
 * </ul>
 */
public final class SlotTable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(ByteBuffer[].class);

  private volatile Policy policy;

  /** By number; the array may be longer than needed. */
  private volatile ByteBuffer[] buckets;

  /** What the buckets are views of, by number; for the thread that adds and removes. */
  private @Nullable BucketBuffer[] memory;

  private volatile int numbers;

  /**
   * @param memory zeroed memory of the first buckets
   * @param policy changes the blocks' policy bits when they are read
   */
  public SlotTable(BucketBuffer[] memory, Policy policy) {
    this.memory = Arrays.copyOf(memory, Math.max(1, memory.length));
    this.buckets = new ByteBuffer[this.memory.length];
    Arrays.setAll(buckets, number -> number < memory.length ? memory[number].view() : null);
    this.numbers = memory.length;
    this.policy = policy;
  }

  /** Returns the eviction policy. */
  public Policy policy() {
    return policy;
  }

  /** Replaces the policy; threads that have loaded the old one may still use it. */
  public void setPolicy(Policy next) {
    policy = next;
  }

  /** Returns one more than the highest number that a bucket ever had. */
  public int buckets() {
    return numbers;
  }

  /**
   * Adds a bucket; one thread at a time adds or removes.
   *
   * @param number unused by other buckets, at most {@link #buckets}
   * @param added zeroed, or what {@link #remove} returned for this number
   */
  public void add(int number, BucketBuffer added) {
    ByteBuffer[] now = buckets;
    if (number == now.length) {
      int capacity = Math.min(Handle.MAX_BUCKETS, 2 * now.length);
      now = Arrays.copyOf(now, capacity);
      memory = Arrays.copyOf(memory, capacity);
    }
    memory[number] = added;
    BUCKET.setRelease(now, number, added.view());
    buckets = now;
    numbers = Math.max(numbers, number + 1);
  }

  /**
   * Removes a bucket none of whose slots is used.
   *
   * @return its memory, which threads that loaded it before may still read
   */
  public BucketBuffer remove(int number) {
    BUCKET.setVolatile(buckets, number, RemovedBucket.HEADERS);
    BucketBuffer removed = Objects.requireNonNull(memory[number]);
    memory[number] = null;
    return removed;
  }

  ByteBuffer bucket(int handle) {
    return (ByteBuffer) BUCKET.getAcquire(buckets, Handle.bucket(handle));
  }

  // ---- readers

  /**
   * Pins the slot for a read if it holds the block of this key.
   *
   * @return whether it does; if so, {@link #unpin} must follow exactly once
   */
  public boolean pinIfHolds(int handle, long fileId, long offset) {
    return pinIfHolds(handle, fileId, offset, true);
  }

  /** As {@link #pinIfHolds(int, long, long)}, but does not change the policy bits. */
  public boolean pinQuietlyIfHolds(int handle, long fileId, long offset) {
    return pinIfHolds(handle, fileId, offset, false);
  }

  private boolean pinIfHolds(int handle, long fileId, long offset, boolean counted) {
    ByteBuffer bucket = bucket(handle);
    int header = Handle.header(handle);
    while (true) {
      long meta = (long) LONG.getAcquire(bucket, header + Header.META);
      if (!Meta.canBePinned(meta)
          || (long) LONG.getAcquire(bucket, header + Header.OFFSET) != offset
          || (long) LONG.getAcquire(bucket, header + Header.FILE) != fileId) {
        return false;
      }
      long read = counted ? read(meta) : meta;
      long pinned = Meta.pinned(read);
      if (LONG.compareAndSet(bucket, header + Header.META, meta, pinned)) {
        return true;
      }
    }
  }

  /** Most reads do not change the policy bits: then nothing is computed for the compare-and-set. */
  private long read(long meta) {
    int bits = Meta.policyBits(meta);
    int after = policy.onAccess(bits);
    return after == bits ? meta : Meta.withPolicyBits(meta, after);
  }

  /**
   * Returns whether the slot holds the block of this key and is visible. Takes no pin: the caller
   * holds the lock of the slot's hash chain, so that the key cannot change.
   */
  public boolean holds(int handle, long fileId, long offset) {
    return Meta.isVisible(meta(handle)) && offset(handle) == offset && fileId(handle) == fileId;
  }

  /** Pins the block in the slot, if any, without counting a read; returns whether there is one. */
  public boolean pinQuietly(int handle) {
    while (true) {
      long meta = meta(handle);
      if (!Meta.canBePinned(meta)) {
        return false;
      }
      if (compareAndSetMeta(handle, meta, Meta.pinned(meta))) {
        return true;
      }
    }
  }

  /**
   * Releases a pin.
   *
   * @return whether this was the last pin of an evicted slot: the caller then owns the slot and
   *     must free it
   * @throws IllegalStateException when the slot has no pin
   */
  public boolean unpin(int handle) {
    ByteBuffer bucket = bucket(handle);
    long before = (long) LONG.getAndAdd(bucket, Handle.header(handle) + Header.META, -1L);
    if (Meta.pins(before) == 0) {
      LONG.getAndAdd(bucket, Handle.header(handle) + Header.META, 1L);
      throw new IllegalStateException("A block was released more often than it was read.");
    }
    return Meta.isLastPinOfDoomed(before);
  }

  /**
   * Returns the memory of the block, or of the part of it that lies in this slot; only while the
   * slot is pinned, or for the thread that fills it.
   *
   * @param length bytes of the block that lie in this slot
   */
  public ByteBuffer view(int handle, int length) {
    ByteBuffer bucket = bucket(handle);
    return bucket.slice((int) INT.get(bucket, Handle.header(handle) + Header.ADDRESS), length);
  }

  /**
   * Returns the memory of a whole block, in order; otherwise as {@link #view}.
   *
   * @param largest bytes of a block that lie in each slot but the last
   */
  public ByteBuffer[] views(int handle, int largest) {
    int length = length(handle);
    ByteBuffer[] views = new ByteBuffer[(length + largest - 1) / largest];
    int part = handle;
    for (int i = 0; i < views.length; i++) {
      views[i] = view(part, Math.min(length - i * largest, largest));
      part = nextPart(part);
    }
    return views;
  }

  /** Returns the slot in which the block continues, or NONE; only while pinned or owned. */
  public int nextPart(int handle) {
    return getInt(handle, Header.PART);
  }

  /** Sets the slot in which the block continues; only by the thread that fills this slot. */
  public void setNextPart(int handle, int part) {
    setInt(handle, Header.PART, part);
  }

  /** Turns a slot that the caller fills into a part of a block that begins in another slot. */
  public void join(int part, int first, int length) {
    LONG.setRelease(bucket(part), Handle.header(part) + Header.OFFSET, (long) first);
    setInt(part, Header.LENGTH, length);
    setMeta(part, Meta.part(meta(part)));
  }

  /**
   * Returns the first slot of the block of which this slot is a part, or {@link Handle#NONE} if it
   * is none. The same meta word before and after validates what was read; the first slot may hold
   * another block by the time that the caller reads it.
   */
  public int firstOf(int handle) {
    long meta = meta(handle);
    if (Meta.state(meta) != Meta.PART) {
      return Handle.NONE;
    }
    long first = (long) LONG.getAcquire(bucket(handle), Handle.header(handle) + Header.OFFSET);
    return meta(handle) == meta ? (int) first : Handle.NONE;
  }

  /** Returns the bytes of the block as it is stored, packed or not; only while pinned. */
  public int length(int handle) {
    return getInt(handle, Header.LENGTH) & Header.LENGTH_MASK;
  }

  /** Returns whether the block is packed; only while pinned. */
  public boolean isPacked(int handle) {
    return (getInt(handle, Header.LENGTH) & Header.PACKED) != 0;
  }

  /** Returns whether the block is neither packed nor known to be incompressible; while pinned. */
  public boolean mayBePacked(int handle) {
    return (getInt(handle, Header.LENGTH) & ~Header.LENGTH_MASK) == 0;
  }

  /** Records that packing does not make the block smaller; only while pinned. */
  public void setIncompressible(int handle) {
    setInt(handle, Header.LENGTH, length(handle) | Header.INCOMPRESSIBLE);
  }

  /** Returns the caller's first word; only while pinned. */
  public long attributes(int handle) {
    return getLong(handle, Header.ATTRIBUTES);
  }

  /** Returns the caller's second word; only while pinned. */
  public long stamp(int handle) {
    return getLong(handle, Header.STAMP);
  }

  /**
   * Returns the id of the block's file; valid while the caller pins or owns the slot, or if a
   * compare-and-set of a meta word that was read before succeeds afterwards.
   */
  public long fileId(int handle) {
    return (long) LONG.getAcquire(bucket(handle), Handle.header(handle) + Header.FILE);
  }

  /** Returns the block's offset in its file; valid while the caller pins or owns the slot. */
  public long offset(int handle) {
    return getLong(handle, Header.OFFSET);
  }

  /**
   * Returns the key by which policies know the block; valid while the caller pins or owns the slot.
   * The lower half of a file's id is the same number each time that the file has blocks.
   */
  public long key(int handle) {
    return Keys.of((int) fileId(handle), offset(handle));
  }

  // ---- the meta word, for threads that evict and fill

  /** Dooms a visible slot and takes a pin of it; returns whether the slot was visible. */
  public boolean doom(int handle) {
    long meta = meta(handle);
    while (Meta.isVisible(meta)) {
      if (compareAndSetMeta(handle, meta, Meta.doomed(meta))) {
        return true;
      }
      meta = meta(handle);
    }
    return false;
  }

  /** Returns the current meta word. */
  public long meta(int handle) {
    return (long) LONG.getAcquire(bucket(handle), Handle.header(handle));
  }

  /** Sets the meta word if it is unchanged; a full fence. */
  public boolean compareAndSetMeta(int handle, long expected, long next) {
    return LONG.compareAndSet(bucket(handle), Handle.header(handle), expected, next);
  }

  /** Sets the meta word of a slot that the caller owns; visible to all threads on return. */
  public void setMeta(int handle, long meta) {
    LONG.setVolatile(bucket(handle), Handle.header(handle), meta);
  }

  /** Writes a block's key and the caller's words into a slot that the caller fills. */
  public void describe(
      int handle, long fileId, long offset, int length, long attributes, long stamp) {
    ByteBuffer bucket = bucket(handle);
    int header = Handle.header(handle);
    LONG.setRelease(bucket, header + Header.OFFSET, offset);
    LONG.setRelease(bucket, header + Header.FILE, fileId);
    INT.set(bucket, header + Header.LENGTH, length);
    LONG.set(bucket, header + Header.ATTRIBUTES, attributes);
    LONG.set(bucket, header + Header.STAMP, stamp);
  }

  /**
   * Copies the description of a block into another slot, which the caller fills.
   *
   * @param from a slot that the caller pins
   */
  public void describeAs(int to, int from) {
    describe(
        to, fileId(from), offset(from), getInt(from, Header.LENGTH), attributes(from), stamp(from));
  }

  /**
   * Describes the same block as {@link #describeAs(int, int)} does, packed or unpacked.
   *
   * @param length bytes of the block in its new form
   */
  public void describeAs(int to, int from, int length, boolean packed) {
    int word = packed ? length | Header.PACKED : length;
    describe(to, fileId(from), offset(from), word, attributes(from), stamp(from));
  }

  // ---- links

  /** Returns the next slot of the chain or free stack; may be stale, but is always a handle. */
  public int next(int handle) {
    return (int) INT.getAcquire(bucket(handle), Handle.header(handle) + Header.NEXT);
  }

  public void setNext(int handle, int next) {
    INT.setRelease(bucket(handle), Handle.header(handle) + Header.NEXT, next);
  }

  /** Returns the previous block of the same file; only under the file's lock. */
  public int previousOfFile(int handle) {
    return getInt(handle, Header.FILE_PREV);
  }

  public int nextOfFile(int handle) {
    return getInt(handle, Header.FILE_NEXT);
  }

  public void setPreviousOfFile(int handle, int previous) {
    setInt(handle, Header.FILE_PREV, previous);
  }

  public void setNextOfFile(int handle, int next) {
    setInt(handle, Header.FILE_NEXT, next);
  }

  // ---- formatting

  /**
   * Writes the headers of an unused bucket: all slots free, each with its address.
   *
   * @param headers for how many headers there is memory in front of the slots; those that were in
   *     use before keep their generation, so that a stale pin cannot succeed
   * @param fresh the first header that was block memory, or unused, until now
   * @param generation of the fresh headers
   */
  public void format(int bucket, int slots, int slotBytes, int headers, int fresh, int generation) {
    ByteBuffer memory = (ByteBuffer) BUCKET.getAcquire(buckets, bucket);
    for (int slot = fresh; slot < headers; slot++) {
      LONG.set(memory, slot * Header.BYTES + Header.META, Meta.free(generation));
      for (int word = Header.META + Long.BYTES; word < Header.BYTES; word += Long.BYTES) {
        LONG.set(memory, slot * Header.BYTES + word, 0L);
      }
    }
    // A process that takes the memory over derives the number of headers from the addresses: no
    // header may still contain bytes of a block when they are written.
    VarHandle.releaseFence();
    if (slots < headers) {
      INT.set(memory, slots * Header.BYTES + Header.ADDRESS, 0);
    }
    for (int slot = 0; slot < slots; slot++) {
      int address = BucketLayout.slotAddress(slot, slotBytes, headers);
      INT.set(memory, slot * Header.BYTES + Header.ADDRESS, address);
      INT.set(memory, slot * Header.BYTES + Header.PART, Handle.NONE);
    }
    VarHandle.releaseFence();
  }

  /** Makes a slot that no other thread refers to one that the caller fills. */
  public void adopt(int handle) {
    LONG.setRelease(bucket(handle), Handle.header(handle), Meta.filling(meta(handle)));
  }

  /** Copies the first words of a bucket's headers, to none of whose slots a thread refers. */
  public void copyHeaders(int bucket, long[] to, int words) {
    ByteBuffer memory = bucket(Handle.of(bucket, 0)).duplicate().order(ByteOrder.nativeOrder());
    memory.asLongBuffer().get(0, to, 0, words);
  }

  private int getInt(int handle, int field) {
    return (int) INT.get(bucket(handle), Handle.header(handle) + field);
  }

  private void setInt(int handle, int field, int value) {
    INT.set(bucket(handle), Handle.header(handle) + field, value);
  }

  private long getLong(int handle, int field) {
    return (long) LONG.get(bucket(handle), Handle.header(handle) + field);
  }
}
