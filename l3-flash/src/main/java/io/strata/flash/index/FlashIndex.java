package io.strata.flash.index;

import io.strata.flash.layout.Place;
import java.util.List;
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
 */
public final class FlashIndex {
  private static final int SEGMENTS = 64;
  private static final int SEGMENT_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SEGMENTS);

  /** Hashes do not fill all segments alike. */
  private static final double SLACK = 1.1;

  private static final int FEWEST = 64;
  private static final int MOST_IN_SEGMENT = Integer.MAX_VALUE / Segment.ENTRY_BYTES;

  private final Segment[] segments = new Segment[SEGMENTS];
  private final FileCounts counts = new FileCounts();

  /** Is given each block of a region. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Is given one.
     *
     * @param bytesInFile that the block takes there; 0 when not known
     * @param read whether the block was found since it was added
     */
    void visit(int file, long offset, long place, int bytesInFile, boolean read);
  }

  /**
   * @param blocks how many there shall be room for
   * @param regions how many regions there are
   */
  public FlashIndex(long blocks, int regions) {
    int each = entriesOfSegment(blocks);
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new Segment(each, regions, counts);
    }
  }

  private static int entriesOfSegment(long blocks) {
    double each = SLACK * ((double) blocks / SEGMENTS) + FEWEST;
    if (each > MOST_IN_SEGMENT) {
      throw new IllegalArgumentException(
          "An index of " + blocks + " blocks is too large: let a block have more bytes.");
    }
    return (int) each;
  }

  /** Bytes off the heap that an index takes. */
  public static long bytes(long blocks) {
    long each = entriesOfSegment(blocks);
    long heads = Long.highestOneBit(2 * each - 1);
    return SEGMENTS * (each * Segment.ENTRY_BYTES + heads * Segment.HEAD_BYTES);
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
      int file, long offset, boolean mark, IntFunction<? extends @Nullable R> pin) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      R region = entry == Segment.NONE ? null : pin.apply(Place.region(segment.place(entry)));
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
  public Seen see(int file, long offset, long place, boolean mark) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Segment.NONE || segment.place(entry) != place) {
        return Seen.ABSENT;
      }
      return segment.wasRead(entry, mark) ? Seen.READ : Seen.UNREAD;
    }
  }

  /** Whether a block is there. */
  public boolean contains(int file, long offset) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      return segment.find(hash, file, offset) != Segment.NONE;
    }
  }

  /** What came of adding a block. */
  public enum Added {
    /** It is there. */
    YES,
    /** There is no room for its entry. */
    FULL,
    /** It was retired meanwhile. */
    RETIRED,
    /** Another is there already, which stays. */
    ANOTHER
  }

  /**
   * Adds a block, in place of what was there.
   *
   * @param bytesInFile that the block takes there, or 0 when that is not known
   * @param retired whether the block's region is; asked under the lock that those take who remove
   *     blocks, so that none stays that was to be removed
   */
  public Added put(int file, long offset, long place, int bytesInFile, BooleanSupplier retired) {
    return add(file, offset, place, bytesInFile, retired, any -> true);
  }

  /**
   * As {@link #put}, unless there is one already that is not older.
   *
   * @param isOlder whether what lies in the place of the one that is there is
   */
  public Added putIfNewer(
      int file,
      long offset,
      long place,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate isOlder) {
    return add(file, offset, place, bytesInFile, retired, isOlder);
  }

  private Added add(
      int file,
      long offset,
      long place,
      int bytesInFile,
      BooleanSupplier retired,
      LongPredicate replaces) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      if (retired.getAsBoolean()) {
        return Added.RETIRED;
      }
      int before = segment.find(hash, file, offset);
      if (before != Segment.NONE) {
        if (!replaces.test(segment.place(before))) {
          return Added.ANOTHER;
        }
        segment.remove(hash, before);
      }
      return segment.add(hash, file, offset, place, bytesInFile) ? Added.YES : Added.FULL;
    }
  }

  /**
   * Lets a block lie elsewhere, unread, if it still lies where it did.
   *
   * @param refused asked under the lock that those take who remove blocks
   * @return whether it lies there now
   */
  public boolean move(int file, long offset, long from, long to, BooleanSupplier refused) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Segment.NONE || segment.place(entry) != from || refused.getAsBoolean()) {
        return false;
      }
      int bytesInFile = segment.bytesInFile(entry);
      segment.remove(hash, entry);
      return segment.add(hash, file, offset, to, bytesInFile);
    }
  }

  /** Removes a block; says whether it was there. */
  public boolean remove(int file, long offset) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Segment.NONE) {
        return false;
      }
      segment.remove(hash, entry);
      return true;
    }
  }

  /** Removes a block if it still lies there; says whether it did. */
  public boolean remove(int file, long offset, long place) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      if (entry == Segment.NONE || segment.place(entry) != place) {
        return false;
      }
      segment.remove(hash, entry);
      return true;
    }
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
            entry != Segment.NONE;
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

  /**
   * Bytes that a block which is there takes in its file; 0 when it is not, or they are not known.
   */
  public int bytesInFile(int file, long offset) {
    int hash = hash(file, offset);
    Segment segment = segment(hash);
    synchronized (segment) {
      int entry = segment.find(hash, file, offset);
      return entry == Segment.NONE ? 0 : segment.bytesInFile(entry);
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

  /** What a file has at the moment; takes no lock of the index. */
  public Held held(int file) {
    return counts.of(file);
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
  }
}
