package io.strata.flash.index;

import static io.strata.flash.index.Entries.FILE;
import static io.strata.flash.index.Entries.NEXT;
import static io.strata.flash.index.Entries.NEXT_OF_REGION;
import static io.strata.flash.index.Entries.NONE;
import static io.strata.flash.index.Entries.OFFSET;
import static io.strata.flash.index.Entries.PLACE;
import static io.strata.flash.index.Entries.SIZE_AND_READ;

import io.strata.flash.layout.FlashAddress;
import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A part of the index: entries in chains by their hash, in others by their region, and in the rings
 * of their files. The heads of the chains lie off the heap, too. One thread at a time. After {@link
 * #close} there is no entry, and no room for one.
 */
final class Segment {
  static final int HEAD_BYTES = 4;

  /** The bit that says so; the others are the size. */
  private static final int READ = 1 << 31;

  private final FileNumbers files;
  private final Entries entries;
  private final DirectMemory headMemory;
  private final DirectMemory regionHeadMemory;
  private final ByteBuffer heads;
  private final ByteBuffer regionHeads;
  private final int regions;
  private final int headMask;
  private final int end;
  private final int capacity;
  private int free = NONE;
  private int fresh;
  private int count;
  private boolean closed;

  /**
   * @param number of the segment
   * @param capacity entries that there is room for
   * @param regions how many regions there are
   */
  Segment(int number, int capacity, int regions, Entries entries, FileNumbers files) {
    this.files = files;
    this.entries = entries;
    this.regions = regions;
    this.capacity = capacity;
    this.fresh = Entries.first(number);
    this.end = fresh + capacity;
    int headCount = Integer.highestOneBit(Math.max(1, 2 * capacity - 1));
    this.headMask = headCount - 1;
    this.headMemory = DirectMemory.allocate(headCount * HEAD_BYTES);
    try {
      this.regionHeadMemory = DirectMemory.allocate(regions * HEAD_BYTES);
    } catch (OutOfMemoryError e) {
      headMemory.close();
      throw e;
    }
    this.heads = noneIn(headMemory, headCount);
    this.regionHeads = noneIn(regionHeadMemory, regions);
  }

  private static ByteBuffer noneIn(DirectMemory memory, int count) {
    ByteBuffer heads = memory.bytes().order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      heads.putInt(i * HEAD_BYTES, NONE);
    }
    return heads;
  }

  int count() {
    return count;
  }

  /** As the other, of the file that has that number now, gone or not. */
  int find(int hash, int file, long offset) {
    if (closed) {
      return NONE;
    }
    int entry = head(hash);
    while (entry != NONE && !isOf(entry, file, offset)) {
      entry = get(entry, NEXT);
    }
    return entry;
  }

  /** The entry of a block, or {@link Entries#NONE}; of a file that is gone, none. */
  int find(int hash, FlashFile file, long offset) {
    int entry = find(hash, file.number(), offset);
    return entry != NONE && file.isGone() ? NONE : entry;
  }

  private boolean isOf(int entry, int file, long offset) {
    return entries.getLong(entry, OFFSET) == offset && get(entry, FILE) == file;
  }

  long place(int entry) {
    return entries.getLong(entry, PLACE);
  }

  long offset(int entry) {
    return entries.getLong(entry, OFFSET);
  }

  FlashFile file(int entry) {
    return files.of(get(entry, FILE));
  }

  /** Bytes that the block takes in its file; 0 when that is not known. */
  int bytesInFile(int entry) {
    return get(entry, SIZE_AND_READ) & ~READ;
  }

  private int size(int entry) {
    int size = bytesInFile(entry);
    return size > 0 ? size : FlashAddress.bytes(place(entry));
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

  /** Adds a block that is not there. */
  FlashIndex.Added add(int hash, FlashFile file, long offset, long place, int bytesInFile) {
    int entry = take();
    if (entry == NONE) {
      return FlashIndex.Added.FULL;
    }
    entries.setLong(entry, OFFSET, offset);
    entries.setLong(entry, PLACE, place);
    set(entry, FILE, file.number());
    set(entry, SIZE_AND_READ, Math.max(0, bytesInFile));
    count++;
    if (!file.link(entries, entry, size(entry))) {
      giveBack(entry);
      return FlashIndex.Added.GONE;
    }
    set(entry, NEXT, head(hash));
    heads.putInt((hash & headMask) * HEAD_BYTES, entry);
    linkToRegion(entry);
    return FlashIndex.Added.YES;
  }

  private void linkToRegion(int entry) {
    int region = FlashAddress.region(place(entry));
    set(entry, NEXT_OF_REGION, firstOf(region));
    setFirstOf(region, entry);
  }

  /**
   * Has a block that is there lie elsewhere, unread. It keeps its place among its file's blocks.
   */
  void replace(int entry, long place, int bytesInFile) {
    int sizeBefore = size(entry);
    unlinkFromRegion(entry);
    entries.setLong(entry, PLACE, place);
    set(entry, SIZE_AND_READ, Math.max(0, bytesInFile));
    linkToRegion(entry);
    file(entry).resize(size(entry) - sizeBefore);
  }

  private int take() {
    if (closed) {
      return NONE;
    }
    if (free != NONE) {
      int entry = free;
      free = get(entry, NEXT);
      return entry;
    }
    return fresh != end ? fresh++ : NONE;
  }

  /** Removes an entry that is there. */
  void remove(int hash, int entry) {
    unlinkFromHash(hash, entry);
    unlinkFromRegion(entry);
    end(entry);
  }

  /** Ends an entry that no chain of this segment leads to any more. */
  private void end(int entry) {
    file(entry).unlink(entries, entry, size(entry));
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
    int region = FlashAddress.region(place(entry));
    int before = firstOf(region);
    if (before == entry) {
      setFirstOf(region, get(entry, NEXT_OF_REGION));
      return;
    }
    while (get(before, NEXT_OF_REGION) != entry) {
      before = get(before, NEXT_OF_REGION);
    }
    set(before, NEXT_OF_REGION, get(entry, NEXT_OF_REGION));
  }

  /** Removes all entries of a region; returns how many. */
  int removeRegion(int region) {
    int removed = 0;
    if (closed) {
      return removed;
    }
    for (int entry = firstOf(region); entry != NONE; removed++) {
      int next = nextOfRegion(entry);
      unlinkFromHash(FlashIndex.hash(get(entry, FILE), offset(entry)), entry);
      end(entry);
      entry = next;
    }
    setFirstOf(region, NONE);
    return removed;
  }

  private void giveBack(int entry) {
    set(entry, NEXT, free);
    free = entry;
    count--;
  }

  /** The first entry of a region, or {@link Entries#NONE}. */
  int firstOf(int region) {
    return closed ? NONE : regionHeads.getInt(region * HEAD_BYTES);
  }

  private void setFirstOf(int region, int entry) {
    regionHeads.putInt(region * HEAD_BYTES, entry);
  }

  /** The entry of the same region after another, or {@link Entries#NONE}. */
  int nextOfRegion(int entry) {
    return get(entry, NEXT_OF_REGION);
  }

  void audit(IntPredicate readable, List<String> wrong) {
    if (closed) {
      return;
    }
    int found = 0;
    for (int region = 0; region < regions; region++) {
      if (firstOf(region) != NONE && !readable.test(region)) {
        wrong.add("The index has blocks of region " + region + ", which nobody can read.");
      }
      for (int entry = firstOf(region); entry != NONE; entry = nextOfRegion(entry)) {
        found++;
        int file = get(entry, FILE);
        if (FlashAddress.region(place(entry)) != region
            || find(FlashIndex.hash(file, offset(entry)), file, offset(entry)) != entry
            || !file(entry).isLinked(entries, entry)) {
          wrong.add("Entry " + entry + " of region " + region + " is not in its chains.");
        }
      }
    }
    int unused = end - fresh;
    for (int entry = free; entry != NONE; entry = get(entry, NEXT)) {
      unused++;
    }
    if (found != count || found + unused != capacity) {
      wrong.add(
          "A segment counts %d entries, has %d, and %d unused of %d."
              .formatted(count, found, unused, capacity));
    }
  }

  /** There is no entry from now on: the memory can be freed when no sweep is at an entry. */
  void close() {
    closed = true;
    count = 0;
  }

  /** Gives the memory of the heads back, after {@link #close}. */
  void free() {
    headMemory.close();
    regionHeadMemory.close();
  }

  private int head(int hash) {
    return heads.getInt((hash & headMask) * HEAD_BYTES);
  }

  private int get(int entry, int field) {
    return entries.get(entry, field);
  }

  private void set(int entry, int field, int value) {
    entries.set(entry, field, value);
  }
}
