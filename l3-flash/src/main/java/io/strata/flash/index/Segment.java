package io.strata.flash.index;

import static io.strata.flash.index.Entries.ADDRESS;
import static io.strata.flash.index.Entries.FILE;
import static io.strata.flash.index.Entries.NEXT;
import static io.strata.flash.index.Entries.NEXT_OF_REGION;
import static io.strata.flash.index.Entries.NONE;
import static io.strata.flash.index.Entries.OFFSET;
import static io.strata.flash.index.Entries.SIZE_AND_READ;

import io.strata.flash.layout.FlashAddress;
import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A segment of the index: entries in chains by hash, in chains by region, and in the rings of their
 * files. The heads of the chains are in direct memory, too. Used by one thread at a time. After
 * {@link #close} it has no entries and no capacity.
 */
final class Segment {
  static final int HEAD_BYTES = 4;

  /** The bit that records an access; the other bits are the size. */
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
   * @param capacity in entries
   * @param regions the number of regions
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

  /** Finds a block by the number of its file, whether that is gone or not. */
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

  /** Returns the entry of a block, or {@link Entries#NONE}; NONE if the file is gone. */
  int find(int hash, FlashFile file, long offset) {
    int entry = find(hash, file.number(), offset);
    return entry != NONE && file.isGone() ? NONE : entry;
  }

  private boolean isOf(int entry, int file, long offset) {
    return entries.getLong(entry, OFFSET) == offset && get(entry, FILE) == file;
  }

  long address(int entry) {
    return entries.getLong(entry, ADDRESS);
  }

  long offset(int entry) {
    return entries.getLong(entry, OFFSET);
  }

  FlashFile file(int entry) {
    return files.of(get(entry, FILE));
  }

  /** Returns the bytes that the block takes in its file; 0 if unknown. */
  int bytesInFile(int entry) {
    return get(entry, SIZE_AND_READ) & ~READ;
  }

  private int size(int entry) {
    int size = bytesInFile(entry);
    return size > 0 ? size : FlashAddress.bytes(address(entry));
  }

  /** Returns whether an access was recorded since the block was added. */
  boolean wasRead(int entry) {
    return get(entry, SIZE_AND_READ) < 0;
  }

  /**
   * Returns whether an access was recorded before. Writes only if the record is new.
   *
   * @param recordAccess whether to record an access now
   */
  boolean wasRead(int entry, boolean recordAccess) {
    boolean before = wasRead(entry);
    if (recordAccess && !before) {
      set(entry, SIZE_AND_READ, get(entry, SIZE_AND_READ) | READ);
    }
    return before;
  }

  /** Adds a block that is absent. */
  FlashIndex.PutResult add(int hash, FlashFile file, long offset, long address, int bytesInFile) {
    int entry = take();
    if (entry == NONE) {
      return FlashIndex.PutResult.FULL;
    }
    entries.setLong(entry, OFFSET, offset);
    entries.setLong(entry, ADDRESS, address);
    set(entry, FILE, file.number());
    set(entry, SIZE_AND_READ, Math.max(0, bytesInFile));
    count++;
    if (!file.link(entries, entry, size(entry))) {
      giveBack(entry);
      return FlashIndex.PutResult.FILE_RETIRED;
    }
    set(entry, NEXT, head(hash));
    heads.putInt((hash & headMask) * HEAD_BYTES, entry);
    linkToRegion(entry);
    return FlashIndex.PutResult.ADDED;
  }

  private void linkToRegion(int entry) {
    int region = FlashAddress.region(address(entry));
    set(entry, NEXT_OF_REGION, firstOf(region));
    setFirstOf(region, entry);
  }

  /**
   * Changes the address of a block and clears its recorded access. The entry keeps its position in
   * the file's ring.
   */
  void replace(int entry, long address, int bytesInFile) {
    int sizeBefore = size(entry);
    unlinkFromRegion(entry);
    entries.setLong(entry, ADDRESS, address);
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

  /** Removes an entry. */
  void remove(int hash, int entry) {
    unlinkFromHash(hash, entry);
    unlinkFromRegion(entry);
    end(entry);
  }

  /** Frees an entry that is in no chain of this segment any more. */
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
    int region = FlashAddress.region(address(entry));
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

  /** Removes all entries of a region. Returns how many. */
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

  /** Returns the first entry of a region, or {@link Entries#NONE}. */
  int firstOf(int region) {
    return closed ? NONE : regionHeads.getInt(region * HEAD_BYTES);
  }

  private void setFirstOf(int region, int entry) {
    regionHeads.putInt(region * HEAD_BYTES, entry);
  }

  /** Returns the next entry of the same region, or {@link Entries#NONE}. */
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
        wrong.add("The index has blocks of region " + region + ", which cannot be pinned.");
      }
      for (int entry = firstOf(region); entry != NONE; entry = nextOfRegion(entry)) {
        found++;
        int file = get(entry, FILE);
        if (FlashAddress.region(address(entry)) != region
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

  /** Closes the segment. Its memory can be freed when no sweep is at an entry. */
  void close() {
    closed = true;
    count = 0;
  }

  /** Frees the memory of the chain heads, after {@link #close}. */
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
