package io.strata.flash.index;

import io.strata.flash.layout.FlashAddress;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The index: maps the file and offset of a block to its address. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * <p>Entries are in direct memory, in {@code SEGMENTS} segments. The blocks of a file form a ring
 * through the entries of all segments ({@link FlashFile}), so evicting a file or a range of it
 * costs one step for each of its blocks.
 *
 * <h2>Costs</h2>
 *
 * <p>Each segment has one lock, held for some dozens of nanoseconds. A lookup comes after a miss in
 * memory and before a read from a device, so the lock is cheap by comparison. The lock of a file is
 * taken under that of a segment. Evictions of one file wait for each other, under a lock that no
 * other thread takes.
 *
 * <h2>Why this locking suffices</h2>
 *
 * <p>A region is pinned under the lock under which its entry was found. To retire a region, a
 * thread first prevents pins, and then removes the entries of the region. So either an entry that
 * is found belongs to the region that had its address when the block was added, or the pin fails.
 * When the region's space is overwritten, it has no entries left. A thread that adds a block checks
 * under the same lock whether the region is retired: either it sees that, or the entry is added
 * before the region's entries are removed.
 */
public final class FlashIndex {
  private static final int SEGMENTS = 64;
  private static final int SEGMENT_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SEGMENTS);

  /** Headroom, because hashes do not fill all segments equally. */
  private static final double SLACK = 1.1;

  private static final int MIN_ENTRIES = 64;

  /** Blocks of a file that a sweep takes at a time. */
  private static final int SWEEP_BATCH = 64;

  private final Segment[] segments = new Segment[SEGMENTS];
  private final Entries entries;
  private final FileNumbers files;

  /** Held while a file is swept; indexed by the file's number. */
  private final Object[] sweeps = new Object[SEGMENTS];

  private final LongAdder swept = new LongAdder();
  private volatile boolean closed;

  /** Visits the blocks of a region. */
  @FunctionalInterface
  public interface EntryVisitor {
    /**
     * Visits a block.
     *
     * @param file may be gone by now
     * @param bytesInFile that the block takes in its file; 0 if unknown
     * @param read whether the block was accessed since it was added
     */
    void visit(FlashFile file, long offset, long address, int bytesInFile, boolean read);
  }

  /**
   * @param blocks the capacity
   * @param regions the number of regions
   */
  public FlashIndex(long blocks, int regions) {
    int each = entriesOfSegment(blocks);
    files = new FileNumbers(FileNumbers.maxFiles(blocks));
    entries = new Entries(SEGMENTS, each);
    int made = 0;
    try {
      for (; made < SEGMENTS; made++) {
        segments[made] = new Segment(made, each, regions, entries, files);
        sweeps[made] = new Object();
      }
    } catch (OutOfMemoryError e) {
      for (int i = 0; i < made; i++) {
        segments[i].free();
      }
      entries.close();
      throw e;
    }
  }

  /**
   * Closes the index and frees the memory. From then on no block is found, and no block can be
   * added. Waits for threads that are in a segment or sweep a file.
   *
   * <p>Entries are reached under the lock of a segment that is not closed, or by a sweep. So when
   * each segment has been closed under its lock, and each sweep lock has been taken once after
   * that, no thread is at an entry, and none comes to one.
   */
  public void close() {
    closed = true;
    for (Segment segment : segments) {
      synchronized (segment) {
        segment.close();
      }
    }
    for (Object sweep : sweeps) {
      synchronized (sweep) {
        // A sweep that began before has ended, and the next one sees the flag.
      }
    }
    for (Segment segment : segments) {
      segment.free();
    }
    entries.close();
  }

  /** Returns the files that have blocks here. */
  public FileNumbers files() {
    return files;
  }

  private static int entriesOfSegment(long blocks) {
    double each = SLACK * ((double) blocks / SEGMENTS) + MIN_ENTRIES;
    if (each > Entries.MAX_IN_SEGMENT) {
      throw new IllegalArgumentException(
          "An index of " + blocks + " blocks is too large. Raise the expected block size.");
    }
    return (int) each;
  }

  /**
   * Returns the direct memory of an index in bytes; the parameters are those of the constructor.
   */
  public static long bytes(long blocks, int regions) {
    long each = entriesOfSegment(blocks);
    long heads = Long.highestOneBit(2 * each - 1) + regions;
    return SEGMENTS * (each * Entries.BYTES + heads * Segment.HEAD_BYTES);
  }

  /**
   * Returns the maximum heap of an index in bytes, which its files take. Assumes names of usual
   * length. A few more files may exist while their first block is added.
   */
  public static long heapBytes(long blocks) {
    return FileNumbers.heapBytes(blocks);
  }

  /** Returns a description of how {@link #heapBytes} is computed. */
  public static String heapRule() {
    return "%d bytes for each file with blocks there, at most one for every %d blocks, or %,d if that is more"
        .formatted(
            FileNumbers.HEAP_BYTES_PER_FILE, FileNumbers.BLOCKS_PER_FILE, FileNumbers.MIN_FILES);
  }

  static int hash(int file, long offset) {
    long mixed = (offset + file * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32);
  }

  private Segment segment(int hash) {
    return segments[hash >>> SEGMENT_SHIFT];
  }

  /**
   * A block that was found.
   *
   * @param region pinned
   * @param readBefore whether it had been accessed since it was added
   */
  public record Found<R>(R region, long address, boolean readBefore) {}

  /**
   * Finds a block and pins its region.
   *
   * @param recordAccess whether to record the access
   * @param pin pins the region of a number and returns it, or returns null
   */
  public <R> @Nullable Found<R> find(
      FlashFile file, long offset, boolean recordAccess, IntFunction<? extends @Nullable R> pin) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      R region =
          entry == Entries.NONE ? null : pin.apply(FlashAddress.region(segment.address(entry)));
      if (region == null) {
        return null;
      }
      return new Found<>(region, segment.address(entry), segment.wasRead(entry, recordAccess));
    }
  }

  /** The state of a block at an address. */
  public enum ReadState {
    /** The block is not at that address any more. */
    ABSENT,
    /** No access had been recorded since the block was added. */
    UNREAD,
    /** An access had been recorded. */
    READ
  }

  /**
   * Returns the state of a block that may be at an address whose region the caller has pinned.
   *
   * @param recordAccess whether to record an access
   */
  public ReadState readState(FlashFile file, long offset, long address, boolean recordAccess) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.address(entry) != address) {
        return ReadState.ABSENT;
      }
      return segment.wasRead(entry, recordAccess) ? ReadState.READ : ReadState.UNREAD;
    }
  }

  /** Returns whether the index has a block. */
  public boolean contains(FlashFile file, long offset) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      return segment.find(hash, file, offset) != Entries.NONE;
    }
  }

  /** The result of adding a block. */
  public enum PutResult {
    /** The block was added. */
    ADDED,
    /** The index is full. */
    FULL,
    /** The file was retired meanwhile, as if that happened just after the block was added. */
    FILE_RETIRED,
    /** The region was retired meanwhile. */
    RETIRED,
    /** Another version is present and stays. */
    EXISTS
  }

  /**
   * Adds a block, or replaces the present version.
   *
   * @param file to which the caller has a reference
   * @param bytesInFile that the block takes in its file; 0 if unknown
   * @param retired whether the block's region is retired; called under the lock under which blocks
   *     are removed, so that no block stays that should have been removed
   */
  public PutResult put(
      FlashFile file, long offset, long address, int bytesInFile, BooleanSupplier retired) {
    return add(file, offset, address, bytesInFile, retired, any -> true);
  }

  /**
   * Adds a block as {@link #put}, unless a version is present that is not older.
   *
   * @param isOlder whether the version at this address is older
   */
  public PutResult putIfNewer(
      FlashFile file,
      long offset,
      long address,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate isOlder) {
    return add(file, offset, address, bytesInFile, retired, isOlder);
  }

  private PutResult add(
      FlashFile file,
      long offset,
      long address,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate replaces) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      if (retired.getAsBoolean()) {
        return PutResult.RETIRED;
      }
      int before = segment.find(hash, file, offset);
      if (before != Entries.NONE) {
        if (!replaces.test(segment.address(before))) {
          return PutResult.EXISTS;
        }
        segment.replace(before, address, bytesInFile);
        return PutResult.ADDED;
      }
      return segment.add(hash, file, offset, address, bytesInFile);
    }
  }

  /**
   * Changes the address of a block, if it is still {@code from}, and clears its recorded access.
   *
   * @param superseded prevents the change if true; called under the lock under which blocks are
   *     removed
   * @return whether the address was changed
   */
  public boolean move(FlashFile file, long offset, long from, long to, BooleanSupplier superseded) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.address(entry) != from || superseded.getAsBoolean()) {
        return false;
      }
      segment.replace(entry, to, segment.bytesInFile(entry));
      return true;
    }
  }

  /** Removes a block. Returns whether it was present. */
  public boolean remove(FlashFile file, long offset) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE) {
        return false;
      }
      segment.remove(hash, entry);
      return true;
    }
  }

  /** Removes a block if it still has this address. Returns whether it had. */
  public boolean remove(FlashFile file, long offset, long address) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.address(entry) != address) {
        return false;
      }
      segment.remove(hash, entry);
      return true;
    }
  }

  /** Retires a file and removes its blocks. Returns how many it had. */
  public int removeFile(String name) {
    FlashFile file = files.retire(name);
    return file == null ? 0 : sweep(file, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Removes the blocks of a file that begin in a range. Visits each block of the file and no other.
   * A block added meanwhile may stay.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   * @return the number of blocks removed
   */
  public int removeRange(String name, long from, long to) {
    FlashFile file = files.find(name);
    return file == null || !file.retain() ? 0 : sweep(file, from, to);
  }

  /** Removes blocks of a file, and then ends the caller's reference to it. */
  private int sweep(FlashFile file, long from, long to) {
    int removed = 0;
    try {
      synchronized (sweeps[file.number() % SEGMENTS]) {
        long[] offsets = new long[SWEEP_BATCH];
        long left = file.usage().blocks();
        while (left > 0 && !closed) {
          int count = file.sweep(entries, offsets, left);
          left = count == 0 ? 0 : left - count;
          swept.add(count);
          for (int i = 0; i < count; i++) {
            if (offsets[i] >= from && offsets[i] <= to) {
              removed += removeSwept(file, offsets[i]) ? 1 : 0;
            }
          }
        }
      }
    } finally {
      file.release();
    }
    return removed;
  }

  /** Removes a block of a file that may be gone; a reference keeps the file's number. */
  private boolean removeSwept(FlashFile file, long offset) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file.number(), offset);
      if (entry != Entries.NONE) {
        segment.remove(hash, entry);
      }
      return entry != Entries.NONE;
    }
  }

  /** Returns how many entries sweeps have visited; for tests. */
  long swept() {
    return swept.sum();
  }

  /** Removes all blocks of a retired region. Returns how many. */
  public int removeRegion(int region) {
    int removed = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        removed += segment.removeRegion(region);
      }
    }
    return removed;
  }

  /** Visits all blocks of a region. The visitor must not use the index. */
  public void visitRegion(int region, EntryVisitor visitor) {
    for (Segment segment : segments) {
      synchronized (segment) {
        for (int entry = segment.firstOf(region);
            entry != Entries.NONE;
            entry = segment.nextOfRegion(entry)) {
          visitor.visit(
              segment.file(entry),
              segment.offset(entry),
              segment.address(entry),
              segment.bytesInFile(entry),
              segment.wasRead(entry));
        }
      }
    }
  }

  /** The size of a block that is absent. */
  public static final int ABSENT = -1;

  /**
   * Returns the bytes that a block takes in its file: 0 if unknown, {@link #ABSENT} if the index
   * does not have it.
   */
  public int bytesInFile(FlashFile file, long offset) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      return entry == Entries.NONE ? ABSENT : segment.bytesInFile(entry);
    }
  }

  /**
   * What a file has in the index.
   *
   * @param bytes that the blocks take in the file; a block whose size there is unknown counts with
   *     its stored size
   */
  public record FileUsage(long blocks, long bytes) {
    /** The usage of a file without blocks. */
    public static final FileUsage NOTHING = new FileUsage(0, 0);
  }

  /** Returns the usage of a file. Takes no segment lock. */
  public FileUsage usage(String name) {
    FlashFile file = files.peek(name);
    return file == null ? FileUsage.NOTHING : file.usage();
  }

  /** Returns the number of blocks. */
  public long count() {
    long count = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        count += segment.count();
      }
    }
    return count;
  }

  /**
   * Checks that every entry is in its chains. Call it while the store is idle.
   *
   * @param readable whether a region can be pinned
   * @param wrong receives one sentence for each inconsistency
   */
  public void audit(IntPredicate readable, List<String> wrong) {
    for (Segment segment : segments) {
      synchronized (segment) {
        segment.audit(readable, wrong);
      }
    }
    if (!closed) {
      files.audit(count(), wrong);
    }
  }
}
