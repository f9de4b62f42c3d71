package io.strata.l2.slot;

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

/**
 * The slots' headers, and through them who may touch a slot's memory. Thread-safe.
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
 * <ul>
 *   <li><b>take</b> (plain store): the slot came off a free stack, so one thread has it.
 *   <li><b>publish</b> (volatile store): the block and its key were written before; a reader that
 *       sees VISIBLE by its acquiring load sees them. Volatile, because the publisher then looks
 *       whether its bucket is being drained, while the drainer first says so and then looks for
 *       visible slots: one of the two must see the other.
 *   <li><b>join</b> (volatile store): a block that is larger than a slot goes on in further ones,
 *       linked from its first, which speaks for all: it alone is found, pinned and evicted, and
 *       whoever owns it owns them. They are written before the first is published.
 *   <li><b>pin</b> (compare-and-set VISIBLE to VISIBLE with one pin more, and the policy bits that the
 *       policy has for a block that was read): the reader loads the meta word, compares the key,
 *       and sets. The word holds a generation, so success means that the slot did not change hands
 *       in between and the key that was compared is the key that is pinned. No pin is ever taken on
 *       trial and given back.
 *   <li><b>evict</b> (compare-and-set VISIBLE to DOOMED with one pin more): the evictor's own pin
 *       keeps the slot from being freed while it is unlinked. DOOMED cannot be pinned, so the
 *       number of pins only falls from there. Readers leave the word room for this pin: a block
 *       with {@link Meta#MAX_READER_PINS} pins is a miss to the next reader.
 *   <li><b>unpin</b> (atomic add of -1): releases what the reader did with the bytes to whoever
 *       writes there next. The thread that takes the last pin from a DOOMED slot, and only that
 *       one, owns the slot and frees it.
 *   <li><b>reuse</b> (volatile store, DOOMED to FILLING): legal for an evictor whose pin is the
 *       only one, which is so when it evicted an unpinned slot.
 * </ul>
 *
 * Keys are read with acquire, not plainly, so that none of those loads can pass the compare-and-set
 * that vouches for them. They are written between the eviction's compare-and-set and the
 * publication, so a reader that saw a new key would find a new meta word.
 *
 * <p>Buckets come and go while the store runs ({@link #add}, {@link #remove}). A handle is only met
 * after its bucket was added, by a volatile store of the array's element. Where a bucket was
 * removed, headers stand in for it, in which nothing is visible and every chain ends. A thread that
 * follows a stale link reads these, or the memory of the removed bucket, in which all slots are
 * free. That memory stays readable because the thread refers to it: the garbage collector frees it
 * when no thread does, so a reader pays nothing for the removal of a bucket.
 *
 * <ul>
 *   <li>A removed bucket comes back under its number only. So a thread that pins a slot in memory
 *       that it loaded before pins the slot that its handle names.
 *   <li>A number whose memory was freed gets other memory, whose generations follow those of the
 *       memory before ({@link #nextGeneration}). So a meta word that was read of the memory before
 *       does not match.
 * </ul>
 */
public final class SlotTable {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(ByteBuffer[].class);

  private volatile Policy policy;

  /** By number; the array has room for more. */
  private volatile ByteBuffer[] buckets;

  private volatile int numbers;

  /**
   * @param buckets zeroed memory, {@link BucketLayout#BUCKET_BYTES} each
   * @param policy what changes the blocks' policy bits when they are read
   */
  public SlotTable(ByteBuffer[] buckets, Policy policy) {
    this.buckets = Arrays.copyOf(buckets, Math.max(1, buckets.length));
    this.numbers = buckets.length;
    this.policy = policy;
  }

  /** Which block goes when another needs its room. */
  public Policy policy() {
    return policy;
  }

  /** Lets another policy say so from now on; threads that asked before may still go by the old. */
  public void setPolicy(Policy next) {
    policy = next;
  }

  /** How many numbers buckets ever had: every bucket's number is less. */
  public int buckets() {
    return numbers;
  }

  /**
   * Adds a bucket; one thread at a time adds or removes.
   *
   * @param number one that no bucket has, at most {@link #buckets}
   * @param memory zeroed, or what {@link #remove} returned for this number
   */
  public void add(int number, ByteBuffer memory) {
    ByteBuffer[] now = buckets;
    if (number == now.length) {
      now = Arrays.copyOf(now, Math.min(Handle.MAX_BUCKETS, 2 * now.length));
    }
    BUCKET.setRelease(now, number, memory);
    buckets = now;
    numbers = Math.max(numbers, number + 1);
  }

  /**
   * Takes out a bucket none of whose slots is used.
   *
   * @return its memory, which threads that loaded it before may still read
   */
  public ByteBuffer remove(int number) {
    return (ByteBuffer) BUCKET.getAndSet(buckets, number, RemovedBucket.HEADERS);
  }

  /**
   * A generation that follows those of all slots of a bucket none of which is used.
   *
   * @param headers how many headers the bucket has
   */
  public int nextGeneration(int number, int headers) {
    int highest = 0;
    for (int slot = 0; slot < headers; slot++) {
      highest = Math.max(highest, Meta.generation(meta(Handle.of(number, slot))));
    }
    return Meta.generation(Meta.freed(Meta.free(highest)));
  }

  private ByteBuffer bucket(int handle) {
    return (ByteBuffer) BUCKET.getAcquire(buckets, Handle.bucket(handle));
  }

  // ---- readers

  /**
   * Pins the slot for a read if it holds the block of this key.
   *
   * @return whether it did; if so, {@link #unpin} must follow exactly once
   */
  public boolean pinIfHolds(int handle, long fileId, long offset) {
    return pinIfHolds(handle, fileId, offset, true);
  }

  /** As {@link #pinIfHolds(int, long, long)}, but the policy bits stays as it is. */
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

  /** Most reads leave the policy bits as it is: nothing is computed then for the compare-and-set. */
  private long read(long meta) {
    int bits = Meta.policyBits(meta);
    int after = policy.onAccess(bits);
    return after == bits ? meta : Meta.withPolicyBits(meta, after);
  }

  /**
   * Returns whether the slot holds the block of this key and is visible. Takes no pin: the caller
   * has the slot's hash chain, so that its key cannot change.
   */
  public boolean holds(int handle, long fileId, long offset) {
    return Meta.isVisible(meta(handle)) && offset(handle) == offset && fileId(handle) == fileId;
  }

  /** Pins whatever block the slot holds, without counting a read; says whether it holds one. */
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
   * Gives back one pin.
   *
   * @return whether the slot was evicted meanwhile and this was its last pin: it is the caller's
   *     then, to free
   * @throws IllegalStateException when there is no pin to give back
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
   * The memory of the slot's block, or of that part of it that lies in this slot; only while it is
   * pinned, or by the thread that fills it.
   *
   * @param length bytes of the block that lie in this slot
   */
  public ByteBuffer view(int handle, int length) {
    ByteBuffer bucket = bucket(handle);
    return bucket.slice((int) INT.get(bucket, Handle.header(handle) + Header.PLACE), length);
  }

  /**
   * The memory of a block in pieces, in order; otherwise as {@link #view}.
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

  /** The slot in which the block goes on, or {@link Handle#NONE}; only while pinned or owned. */
  public int nextPart(int handle) {
    return getInt(handle, Header.PART);
  }

  /** Says where the block goes on; only by the thread that fills the slot. */
  public void setNextPart(int handle, int part) {
    setInt(handle, Header.PART, part);
  }

  /** Makes a slot that the caller fills a part of a block that begins in another. */
  public void join(int part, int first, int length) {
    ByteBuffer bucket = bucket(part);
    LONG.setRelease(bucket, Handle.header(part) + Header.OFFSET, (long) first);
    setInt(part, Header.LENGTH, length);
    setMeta(part, Meta.part(meta(part)));
  }

  /**
   * The first slot of the block of which this slot is a part, or {@link Handle#NONE} when it is
   * none. The same meta word before and after vouches for what was read; by the time that the
   * caller looks at the first slot, that may hold another block.
   */
  public int firstOf(int handle) {
    long meta = meta(handle);
    if (Meta.state(meta) != Meta.PART) {
      return Handle.NONE;
    }
    long first = (long) LONG.getAcquire(bucket(handle), Handle.header(handle) + Header.OFFSET);
    return meta(handle) == meta ? (int) first : Handle.NONE;
  }

  /** Bytes of the slot's block as it is stored, packed or not; only while pinned. */
  public int length(int handle) {
    return getInt(handle, Header.LENGTH) & Header.LENGTH_MASK;
  }

  /** Whether the slot's block is packed; only while pinned. */
  public boolean isPacked(int handle) {
    return (getInt(handle, Header.LENGTH) & Header.PACKED) != 0;
  }

  /** Whether it is neither packed nor known not to become smaller by that; only while pinned. */
  public boolean mayBePacked(int handle) {
    return (getInt(handle, Header.LENGTH) & ~Header.LENGTH_MASK) == 0;
  }

  /** Notes that packing would not make the slot's block smaller; only while pinned. */
  public void setIncompressible(int handle) {
    setInt(handle, Header.LENGTH, length(handle) | Header.INCOMPRESSIBLE);
  }

  /** The caller's own word that was kept with the block; only while pinned. */
  public long attributes(int handle) {
    return getLong(handle, Header.ATTRIBUTES);
  }

  /** The caller's second word; only while pinned. */
  public long stamp(int handle) {
    return getLong(handle, Header.STAMP);
  }

  /**
   * The id of the block's file; true for as long as the caller pins or owns the slot, or if a
   * compare-and-set of a meta word that was read before succeeds afterwards.
   */
  public long fileId(int handle) {
    return (long) LONG.getAcquire(bucket(handle), Handle.header(handle) + Header.FILE);
  }

  /** Where in its file the block begins; true for as long as the caller pins or owns the slot. */
  public long offset(int handle) {
    return getLong(handle, Header.OFFSET);
  }

  /**
   * What policies remember the block by; true for as long as the caller pins or owns the slot. The
   * lower half of a file's id is the same number each time that the file has blocks.
   */
  public long key(int handle) {
    return Keys.of((int) fileId(handle), offset(handle));
  }

  // ---- the meta word, for those that evict and fill

  /** Makes a slot's block invisible, with a pin of the caller's; says whether it was visible. */
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

  /** The meta word as it is now. */
  public long meta(int handle) {
    return (long) LONG.getAcquire(bucket(handle), Handle.header(handle));
  }

  /** Sets the meta word if it is still what the caller saw; orders everything around it. */
  public boolean compareAndSetMeta(int handle, long expected, long next) {
    return LONG.compareAndSet(bucket(handle), Handle.header(handle), expected, next);
  }

  /** Sets the meta word of a slot that the caller owns, for all to see before it goes on. */
  public void setMeta(int handle, long meta) {
    LONG.setVolatile(bucket(handle), Handle.header(handle), meta);
  }

  /** Writes the key and the caller's words of a block into a slot that the caller fills. */
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
   * Describes the block of a slot in another, which the caller fills.
   *
   * @param from a slot that the caller pins
   */
  public void describeAs(int to, int from) {
    describe(
        to, fileId(from), offset(from), getInt(from, Header.LENGTH), attributes(from), stamp(from));
  }

  /**
   * As {@link #describeAs(int, int)}, of the same block packed or unpacked.
   *
   * @param length bytes of the block in its new form
   */
  public void describeAs(int to, int from, int length, boolean packed) {
    int word = packed ? length | Header.PACKED : length;
    describe(to, fileId(from), offset(from), word, attributes(from), stamp(from));
  }

  // ---- links

  /** The next slot of the hash chain or free stack; may be stale, never anything but a handle. */
  public int next(int handle) {
    return (int) INT.getAcquire(bucket(handle), Handle.header(handle) + Header.NEXT);
  }

  public void setNext(int handle, int next) {
    INT.setRelease(bucket(handle), Handle.header(handle) + Header.NEXT, next);
  }

  /** The neighbour in the list of the file's blocks; only under the file's lock. */
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

  // ---- cutting

  /**
   * Writes the headers of a bucket that nobody uses: all slots free, each knowing its place.
   *
   * @param headers how many headers there is room for before the slots; those that were in use
   *     before keep their generation, so that no pin of then can pass for one of now
   * @param fresh the first header that was block memory, or nothing, until now
   * @param generation of the fresh ones
   */
  public void format(int bucket, int slots, int slotBytes, int headers, int fresh, int generation) {
    ByteBuffer memory = (ByteBuffer) BUCKET.getAcquire(buckets, bucket);
    for (int slot = fresh; slot < headers; slot++) {
      LONG.set(memory, slot * Header.BYTES + Header.META, Meta.free(generation));
      for (int word = Header.META + Long.BYTES; word < Header.BYTES; word += Long.BYTES) {
        LONG.set(memory, slot * Header.BYTES + word, 0L);
      }
    }
    // A place tells how many headers there are to those who take the memory over: none of them may
    // still look like a block's then.
    VarHandle.releaseFence();
    if (slots < headers) {
      INT.set(memory, slots * Header.BYTES + Header.PLACE, 0);
    }
    for (int slot = 0; slot < slots; slot++) {
      INT.set(
          memory, slot * Header.BYTES + Header.PLACE, BucketLayout.place(slot, slotBytes, headers));
      INT.set(memory, slot * Header.BYTES + Header.PART, Handle.NONE);
    }
    VarHandle.releaseFence();
  }

  /** Where in its bucket a slot's memory begins, in bytes; 0 of one that was not formatted. */
  public int place(int handle) {
    return getInt(handle, Header.PLACE);
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
