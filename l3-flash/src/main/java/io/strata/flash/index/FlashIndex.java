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
 * Where each block lies, by file and offset. Thread-safe.
 *
 * <p>Entries lie off the heap, in segments with a lock each, which is held for some dozens of
 * nanoseconds: behind a look-up here is a read from a device, and before it a miss in memory.
 *
 * <p>A region is pinned under the lock under which its entry was found. Whoever retires a region
 * first keeps it from being pinned, and then removes its entries: so an entry that is found is of
 * the region that its place had when the block was added, or the pin fails. And it has no entry any
 * more when its place is written anew. Whoever adds a block asks under the same lock whether its
 * region is retired: either it finds so, or the entry is there before the region's are removed.
 *
 * <p>The blocks of a file form a ring through the entries of all segments ({@link FlashFile}), so
 * that evicting a file or a part of it costs a step for each of its blocks. The file's lock is
 * taken under a segment's. Evictions of one file wait for each other, under a lock that no other
 * thread takes.
 */
public final class FlashIndex {
  private static final int SEGMENTS = 64;
  private static final int SEGMENT_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SEGMENTS);

  /** Hashes do not fill all segments alike. */
  private static final double SLACK = 1.1;

  private static final int FEWEST = 64;

  /** Blocks that a sweep of a file looks at with one look into the file. */
  private static final int SWEPT_AT_ONCE = 64;

  private final Segment[] segments = new Segment[SEGMENTS];
  private final Entries entries;
  private final FileNumbers files;

  /** One is held while a file is swept, by its number. */
  private final Object[] sweeps = new Object[SEGMENTS];

  private final LongAdder swept = new LongAdder();
  private volatile boolean closed;

  /** Is given each block of a region. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Is given one.
     *
     * @param file that may be gone by now
     * @param bytesInFile that the block takes there; 0 when not known
     * @param read whether the block was found since it was added
     */
    void visit(FlashFile file, long offset, long place, int bytesInFile, boolean read);
  }

  /**
   * @param blocks how many there shall be room for
   * @param regions how many regions there are
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
   * Gives the memory back. From then on no block is found, and there is no room for one; whoever is
   * in a segment, or sweeps a file, is waited for.
   *
   * <p>Entries are reached under the lock of some segment that is not closed, or by a sweep. So
   * when each segment was closed under its lock, and each lock of sweeps was taken once after that,
   * no thread is at an entry, and none comes to one.
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
        // A sweep that began before has ended, and the next sees the flag.
      }
    }
    for (Segment segment : segments) {
      segment.free();
    }
    entries.close();
  }

  /** The files that have blocks here. */
  public FileNumbers files() {
    return files;
  }

  private static int entriesOfSegment(long blocks) {
    double each = SLACK * ((double) blocks / SEGMENTS) + FEWEST;
    if (each > Entries.MAX_IN_SEGMENT) {
      throw new IllegalArgumentException(
          "An index of " + blocks + " blocks is too large: let a block have more bytes.");
    }
    return (int) each;
  }

  /** Bytes off the heap that an index takes; the arguments are those of the constructor. */
  public static long bytes(long blocks, int regions) {
    long each = entriesOfSegment(blocks);
    long heads = Long.highestOneBit(2 * each - 1) + regions;
    return SEGMENTS * (each * Entries.BYTES + heads * Segment.HEAD_BYTES);
  }

  /**
   * Bytes of the heap that an index takes at most, for its files; with names of usual length, and
   * those of a few more files while they have their first block added.
   */
  public static long heapBytes(long blocks) {
    return FileNumbers.heapBytes(blocks);
  }

  /** How {@link #heapBytes} is reckoned. */
  public static String heapRule() {
    return "%d bytes for each file with blocks there, at most one for every %d blocks or %,d"
        .formatted(
            FileNumbers.HEAP_BYTES_OF_FILE, FileNumbers.BLOCKS_OF_FILE, FileNumbers.MIN_FILES);
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
   * @param readBefore whether it was found before, since it was added
   */
  public record Found<R>(R region, long place, boolean readBefore) {}

  /**
   * Finds a block, and pins its region.
   *
   * @param mark whether to mark the block as read
   * @param pin pins the region of that number, or answers null
   */
  public <R> @Nullable Found<R> find(
      FlashFile file, long offset, boolean mark, IntFunction<? extends @Nullable R> pin) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      R region = entry == Entries.NONE ? null : pin.apply(FlashAddress.region(segment.place(entry)));
      if (region == null) {
        return null;
      }
      return new Found<>(region, segment.place(entry), segment.wasRead(entry, mark));
    }
  }

  /** How a block was seen that lies in a place. */
  public enum Seen {
    /** It does not lie there any more. */
    ABSENT,
    /** It was not marked as read since it was added, until now. */
    UNREAD,
    /** It was marked as read before. */
    READ
  }

  /**
   * How a block was seen that may lie in a place, whose region is pinned by the caller.
   *
   * @param mark whether to mark the block as read
   */
  public Seen see(FlashFile file, long offset, long place, boolean mark) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.place(entry) != place) {
        return Seen.ABSENT;
      }
      return segment.wasRead(entry, mark) ? Seen.READ : Seen.UNREAD;
    }
  }

  /** Whether a block is there. */
  public boolean contains(FlashFile file, long offset) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      return segment.find(hash, file, offset) != Entries.NONE;
    }
  }

  /** What came of adding a block. */
  public enum Added {
    /** It is there. */
    YES,
    /** There is no room for its entry. */
    FULL,
    /** Its file was forgotten meanwhile: as if it were just after the block was added. */
    GONE,
    /** It was retired meanwhile. */
    RETIRED,
    /** Another is there already, which stays. */
    ANOTHER
  }

  /**
   * Adds a block, in place of what was there.
   *
   * @param file of which the caller has a use
   * @param bytesInFile that the block takes there, or 0 when that is not known
   * @param retired whether the block's region is; asked under the lock that those take who remove
   *     blocks, so that none stays that was to be removed
   */
  public Added put(
      FlashFile file, long offset, long place, int bytesInFile, BooleanSupplier retired) {
    return add(file, offset, place, bytesInFile, retired, any -> true);
  }

  /**
   * As {@link #put}, unless there is one already that is not older.
   *
   * @param isOlder whether what lies in the place of the one that is there is
   */
  public Added putIfNewer(
      FlashFile file,
      long offset,
      long place,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate isOlder) {
    return add(file, offset, place, bytesInFile, retired, isOlder);
  }

  private Added add(
      FlashFile file,
      long offset,
      long place,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate replaces) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      if (retired.getAsBoolean()) {
        return Added.RETIRED;
      }
      int before = segment.find(hash, file, offset);
      if (before != Entries.NONE) {
        if (!replaces.test(segment.place(before))) {
          return Added.ANOTHER;
        }
        segment.replace(before, place, bytesInFile);
        return Added.YES;
      }
      return segment.add(hash, file, offset, place, bytesInFile);
    }
  }

  /**
   * Lets a block lie elsewhere, unread, if it still lies where it did.
   *
   * @param rejected asked under the lock that those take who remove blocks
   * @return whether it lies there now
   */
  public boolean move(FlashFile file, long offset, long from, long to, BooleanSupplier rejected) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.place(entry) != from || rejected.getAsBoolean()) {
        return false;
      }
      segment.replace(entry, to, segment.bytesInFile(entry));
      return true;
    }
  }

  /** Removes a block; says whether it was there. */
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

  /** Removes a block if it still lies there; says whether it did. */
  public boolean remove(FlashFile file, long offset, long place) {
    int hash = hash(file.number(), offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Entries.NONE || segment.place(entry) != place) {
        return false;
      }
      segment.remove(hash, entry);
      return true;
    }
  }

  /** Forgets a file, of which nothing is found from then on; returns how many blocks it had. */
  public int removeFile(String name) {
    FlashFile file = files.forget(name);
    return file == null ? 0 : sweep(file, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Removes the blocks of a file that begin in a range; returns how many. Looks at each block of
   * the file, and at no other. One that is added meanwhile may stay.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   */
  public int removeRange(String name, long from, long to) {
    FlashFile file = files.find(name);
    return file == null || !file.use() ? 0 : sweep(file, from, to);
  }

  /** Ends a use of the file that the caller has. */
  private int sweep(FlashFile file, long from, long to) {
    int removed = 0;
    try {
      synchronized (sweeps[file.number() % SEGMENTS]) {
        long[] offsets = new long[SWEPT_AT_ONCE];
        long left = file.held().blocks();
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
      file.leave();
    }
    return removed;
  }

  /** Of a file that may be gone, whose number a use keeps. */
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

  /** Entries that were looked at so far to find blocks of a file; for tests. */
  long swept() {
    return swept.sum();
  }

  /** Removes all blocks of a region that nobody can pin any more; returns how many. */
  public int removeRegion(int region) {
    int removed = 0;
    for (Segment segment : segments) {
      synchronized (segment) {
        removed += segment.removeRegion(region);
      }
    }
    return removed;
  }

  /** Shows all blocks of a region; the visitor must not use the index. */
  public void visitRegion(int region, Visitor visitor) {
    for (Segment segment : segments) {
      synchronized (segment) {
        for (int entry = segment.firstOf(region);
            entry != Entries.NONE;
            entry = segment.nextOfRegion(entry)) {
          visitor.visit(
              segment.file(entry),
              segment.offset(entry),
              segment.place(entry),
              segment.bytesInFile(entry),
              segment.wasRead(entry));
        }
      }
    }
  }

  /** Of a block that is not there. */
  public static final int ABSENT = -1;

  /**
   * Bytes that a block takes in its file, 0 when they are not known; {@link #ABSENT} without it.
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
   * What a file has.
   *
   * @param bytes that the blocks take in the file; of those of which that is not known, here
   */
  public record Held(long blocks, long bytes) {
    /** What a file has that has no blocks. */
    public static final Held NOTHING = new Held(0, 0);
  }

  /** What the file of that name has at the moment; takes no lock of a segment. */
  public Held held(String name) {
    FlashFile file = files.look(name);
    return file == null ? Held.NOTHING : file.held();
  }

  /** Blocks that are there. */
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
   * Looks, while nothing happens, whether every entry is in its chains.
   *
   * @param readable whether a region is one that readers get
   * @param wrong gets a sentence for each thing that is not as it should be
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
