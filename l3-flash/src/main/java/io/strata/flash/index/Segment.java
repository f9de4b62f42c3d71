package io.strata.flash.index;

import io.strata.flash.layout.Place;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A part of the index: entries off the heap, in chains by their hash and in others by their region.
 * One thread at a time.
 *
 * <pre>
 *  0         8         16       20           24                 28     32
 * +---------+---------+--------+------------+------------------+------+
 * | offset  | place   | file   | next of    | next of region   | read |
 * +---------+---------+--------+ its hash   +------------------+------+
 * </pre>
 */
final class Segment {
  static final int ENTRY_BYTES = 32;
  static final int HEAD_BYTES = 4;
  static final int NONE = -1;

  private static final int OFFSET = 0;
  private static final int PLACE = 8;
  private static final int FILE = 16;
  private static final int NEXT = 20;
  private static final int NEXT_OF_REGION = 24;
  private static final int SIZE_AND_READ = 28;

  /** The bit that says so; the others are the size. */
  private static final int READ = 1 << 31;

  private final FileCounts counts;
  private final ByteBuffer entries;
  private final ByteBuffer heads;
  private final int[] regionHeads;
  private final int capacity;
  private final int headMask;
  private int free = NONE;
  private int fresh;
  private int count;

  /**
   * @param capacity entries that there is room for
   * @param regions how many regions there are
   * @param counts told of what comes and goes
   */
  Segment(int capacity, int regions, FileCounts counts) {
    this.counts = counts;
    int headCount = Integer.highestOneBit(Math.max(1, 2 * capacity - 1));
    this.capacity = capacity;
    this.entries = ByteBuffer.allocateDirect(capacity * ENTRY_BYTES).order(ByteOrder.nativeOrder());
    this.heads = ByteBuffer.allocateDirect(headCount * HEAD_BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < headCount; i++) {
      heads.putInt(i * HEAD_BYTES, NONE);
    }
    this.headMask = headCount - 1;
    this.regionHeads = new int[regions];
    Arrays.fill(regionHeads, NONE);
  }

  int count() {
    return count;
  }

  /** The entry of a block, or {@link #NONE}. */
  int find(int hash, int file, long offset) {
    int entry = head(hash);
    while (entry != NONE && !isOf(entry, file, offset)) {
      entry = get(entry, NEXT);
    }
    return entry;
  }

  private boolean isOf(int entry, int file, long offset) {
    return entries.getLong(at(entry) + OFFSET) == offset && get(entry, FILE) == file;
  }

  long place(int entry) {
    return entries.getLong(at(entry) + PLACE);
  }

  long offset(int entry) {
    return entries.getLong(at(entry) + OFFSET);
  }

  int file(int entry) {
    return get(entry, FILE);
  }

  /** Bytes that the block takes in its file; 0 when that is not known. */
  int bytesInFile(int entry) {
    return get(entry, SIZE_AND_READ) & ~READ;
  }

  private int size(int entry) {
    int size = bytesInFile(entry);
    return size > 0 ? size : Place.bytes(place(entry));
  }

  /** Whether the block was read since it was added. */
  boolean wasRead(int entry) {
    return get(entry, SIZE_AND_READ) < 0;
  }

  /**
   * Whether the block was marked as read before. A word that is set is not written again.
   *
   * @param mark whether it is marked now
   */
  boolean wasRead(int entry, boolean mark) {
    boolean before = wasRead(entry);
    if (mark && !before) {
      set(entry, SIZE_AND_READ, get(entry, SIZE_AND_READ) | READ);
    }
    return before;
  }

  /** Adds a block that is not there; says false when there is no room for its entry. */
  boolean add(int hash, int file, long offset, long place, int bytesInFile) {
    int entry = take();
    if (entry == NONE) {
      return false;
    }
    int region = Place.region(place);
    entries.putLong(at(entry) + OFFSET, offset);
    entries.putLong(at(entry) + PLACE, place);
    set(entry, FILE, file);
    set(entry, SIZE_AND_READ, Math.max(0, bytesInFile));
    set(entry, NEXT, head(hash));
    set(entry, NEXT_OF_REGION, regionHeads[region]);
    heads.putInt((hash & headMask) * HEAD_BYTES, entry);
    regionHeads[region] = entry;
    count++;
    counts.added(file, size(entry));
    return true;
  }

  private int take() {
    if (free != NONE) {
      int entry = free;
      free = get(entry, NEXT);
      return entry;
    }
    return fresh < capacity ? fresh++ : NONE;
  }

  /** Removes an entry that is there. */
  void remove(int hash, int entry) {
    unlinkFromHash(hash, entry);
    unlinkFromRegion(entry);
    counts.removed(file(entry), 1, size(entry));
    giveBack(entry);
  }

  private void unlinkFromHash(int hash, int entry) {
    int before = head(hash);
    if (before == entry) {
      heads.putInt((hash & headMask) * HEAD_BYTES, get(entry, NEXT));
      return;
    }
    while (get(before, NEXT) != entry) {
      before = get(before, NEXT);
    }
    set(before, NEXT, get(entry, NEXT));
  }

  private void unlinkFromRegion(int entry) {
    int region = Place.region(place(entry));
    int before = regionHeads[region];
    if (before == entry) {
      regionHeads[region] = get(entry, NEXT_OF_REGION);
      return;
    }
    while (get(before, NEXT_OF_REGION) != entry) {
      before = get(before, NEXT_OF_REGION);
    }
    set(before, NEXT_OF_REGION, get(entry, NEXT_OF_REGION));
  }

  /**
   * Removes all entries of a region; returns how many. Blocks of a file follow each other there,
   * and are counted together: who inserts wants the same counts.
   */
  int removeRegion(int region) {
    int removed = 0;
    int file = FileNumbers.NONE;
    int blocks = 0;
    long bytes = 0;
    for (int entry = regionHeads[region]; entry != NONE; removed++) {
      if (file(entry) != file) {
        counts.removed(file, blocks, bytes);
        file = file(entry);
        blocks = 0;
        bytes = 0;
      }
      blocks++;
      bytes += size(entry);
      int next = get(entry, NEXT_OF_REGION);
      unlinkFromHash(FlashIndex.hash(file(entry), offset(entry)), entry);
      giveBack(entry);
      entry = next;
    }
    counts.removed(file, blocks, bytes);
    regionHeads[region] = NONE;
    return removed;
  }

  private void giveBack(int entry) {
    set(entry, NEXT, free);
    free = entry;
    count--;
  }

  /** The first entry of a region, or {@link #NONE}. */
  int firstOf(int region) {
    return regionHeads[region];
  }

  /** The entry of the same region after another, or {@link #NONE}. */
  int nextOfRegion(int entry) {
    return get(entry, NEXT_OF_REGION);
  }

  void audit(IntPredicate readable, List<String> wrong) {
    int found = 0;
    for (int region = 0; region < regionHeads.length; region++) {
      if (regionHeads[region] != NONE && !readable.test(region)) {
        wrong.add("The index has blocks of region " + region + ", which nobody can read.");
      }
      for (int entry = regionHeads[region]; entry != NONE; entry = nextOfRegion(entry)) {
        found++;
        if (Place.region(place(entry)) != region
            || find(FlashIndex.hash(file(entry), offset(entry)), file(entry), offset(entry))
                != entry) {
          wrong.add("Entry " + entry + " of region " + region + " is not in its chains.");
        }
      }
    }
    int unused = capacity - fresh;
    for (int entry = free; entry != NONE; entry = get(entry, NEXT)) {
      unused++;
    }
    if (found != count || found + unused != capacity) {
      wrong.add(
          "A segment counts %d entries, has %d, and %d unused of %d."
              .formatted(count, found, unused, capacity));
    }
  }

  private int head(int hash) {
    return heads.getInt((hash & headMask) * HEAD_BYTES);
  }

  private int get(int entry, int field) {
    return entries.getInt(at(entry) + field);
  }

  private void set(int entry, int field, int value) {
    entries.putInt(at(entry) + field, value);
  }

  private static int at(int entry) {
    return entry * ENTRY_BYTES;
  }
}
