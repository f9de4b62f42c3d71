package io.strata.l2.index;

import io.strata.l2.slot.SlotTable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The files that have blocks, by name and by id, and totals over them. Thread-safe.
 *
 * <p>An open file is in both maps. Retiring removes it from the names at once, so that lookups
 * fail; it stays among the ids until its last slot is unlinked.
 */
public final class FileTable {
  /**
   * The maximum heap of a file while it has blocks, in bytes, on a 64-bit JVM with compressed
   * pointers: its {@link FileBlocks}, its entries in the two maps, and a name of 32 characters.
   */
  public static final int HEAP_BYTES_PER_FILE = 320;

  /** The number of files that a store of any size accepts. */
  static final int MIN_FILES = 1 << 16;

  /** Larger stores accept one file for each this many bytes. */
  static final int BYTES_OF_FILE = 1 << 20;

  private final SlotTable slots;
  private final ConcurrentHashMap<String, FileBlocks> byName = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, FileBlocks> byId = new ConcurrentHashMap<>();
  private final FileJournal journal;
  private final AtomicLong ids;

  /** Not a LongAdder, which allocates under contention. */
  private final AtomicLong blocks = new AtomicLong();

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong packedBlocks = new AtomicLong();
  private final AtomicLong packedBytes = new AtomicLong();

  /** For each file name, the excesses of its groups over their quotas. */
  private volatile Map<String, AtomicLong[]> excesses = Map.of();

  /** Creates a table for memory that ends with the process. */
  public FileTable(SlotTable slots) {
    this(slots, FileJournal.NONE, 0);
  }

  /**
   * Creates a table.
   *
   * @param lastNumber the highest {@link #number} of a file that ever had blocks in the memory
   */
  public FileTable(SlotTable slots, FileJournal journal, long lastNumber) {
    this.slots = slots;
    this.journal = journal;
    this.ids = new AtomicLong(lastNumber);
  }

  /** Returns the part of a file's id that is unique. */
  public static long number(long id) {
    return id >>> Integer.SIZE;
  }

  /**
   * Opens a file that has a record, before other threads ask for it. It stays open without blocks
   * until {@link #leave} is called, once.
   *
   * @param address of its record
   * @param note from its record
   * @return the file; or null if there is one of that name
   */
  public @Nullable FileBlocks restore(long id, String name, int address, String note) {
    FileBlocks file = new FileBlocks(id, name);
    file.setRecord(address);
    file.setNote(note);
    if (byName.putIfAbsent(name, file) != null) {
      return null;
    }
    byId.put(file.key(), file);
    file.hold();
    return file;
  }

  /** Returns the open file of that name, or null. */
  public @Nullable FileBlocks find(String name) {
    return byName.get(name);
  }

  /** Returns the file of that id, or null if it has no more slots. */
  public @Nullable FileBlocks find(long id) {
    return byId.get(id);
  }

  /** Returns the open files. */
  public Collection<FileBlocks> files() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** Returns all files, including those whose last slots are being collected. */
  Collection<FileBlocks> allFiles() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Returns the number of blocks of open files. */
  public long blocks() {
    return blocks.get();
  }

  /** Returns the bytes of the blocks of open files. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns how many files with blocks a store of this size accepts. */
  public static long maxFiles(long bytes) {
    return Math.max(MIN_FILES, bytes / BYTES_OF_FILE);
  }

  /** Returns, as text, how the heap of files is bounded. */
  public static String heapRule() {
    return ("%d bytes for each file with blocks in the off-heap tier"
            + " (at most one for every %d MB of it, or %,d if that is more)")
        .formatted(HEAP_BYTES_PER_FILE, BYTES_OF_FILE >> 20, MIN_FILES);
  }

  /**
   * Returns whether a block of that file may be inserted: its file has blocks, or one more file is
   * allowed. Threads that insert the first blocks of several files concurrently may exceed the
   * limit.
   *
   * @param max number of files, including those whose last slots are being collected
   */
  public boolean accepts(String name, long max) {
    return byId.mappingCount() < max || byName.containsKey(name);
  }

  /** Returns the open file of that name, creating it if necessary; {@link #leave} must follow. */
  public FileBlocks enter(String name) {
    while (true) {
      FileBlocks file = byName.computeIfAbsent(name, this::open);
      if (file.enter()) {
        return file;
      }
      // Retired between the two calls, by a thread that also removes it from the map.
      byName.remove(name, file);
    }
  }

  private FileBlocks open(String name) {
    // The lower half is the same whenever the file has blocks: policies know it by that.
    long id = ids.incrementAndGet() << Integer.SIZE | (name.hashCode() & 0xFFFFFFFFL);
    FileBlocks file = new FileBlocks(id, name);
    file.setExcesses(excesses.getOrDefault(name, FileBlocks.NO_QUOTA));
    file.setRecord(journal.opened(id, name));
    byId.put(file.key(), file);
    return file;
  }

  /** Sets the note of a file, which is kept as long as its blocks. */
  public void note(FileBlocks file, String text) {
    if (!file.note().equals(text)) {
      file.setNote(text);
      journal.noted(file.record(), file.id(), text);
    }
  }

  /** Ends what {@link #enter} began. */
  public void leave(FileBlocks file) {
    if (file.leave()) {
      removeOpen(file);
    } else {
      removeIfDone(file);
    }
  }

  /** Adds a slot that the caller fills to its file; returns false if the file is retired. */
  public boolean link(FileBlocks file, int handle) {
    int length = slots.length(handle);
    if (!file.link(slots, handle, length)) {
      return false;
    }
    count(file, 1, length);
    countPacked(handle, 1);
    return true;
  }

  /** Adds the slots of a run, which the caller fills, to its file, unless the file is retired. */
  public void link(FileRun run) {
    FileBlocks file = run.file;
    run.linked = file.link(slots, run.first, run.last, run.blocks, run.bytes);
    if (run.linked) {
      count(file, run.blocks, run.bytes);
      if (run.packedBlocks > 0) {
        packedBlocks.addAndGet(run.packedBlocks);
        packedBytes.addAndGet(run.packedBytes);
      }
    }
  }

  /**
   * Replaces a block by a visible copy, if the block is visible and its file open. The caller pins
   * both.
   *
   * @param visible the copy's new meta word, with the caller's pin
   * @return whether the block was replaced
   */
  public boolean replace(FileBlocks file, int handle, int copy, long visible) {
    if (!file.replace(slots, handle, copy, visible)) {
      return false;
    }
    int more = slots.length(copy) - slots.length(handle);
    if (more != 0) {
      file.addToExcesses(more);
      bytes.addAndGet(more);
    }
    countPacked(copy, 1);
    countPacked(handle, -1);
    return true;
  }

  private void countPacked(int handle, int more) {
    if (slots.isPacked(handle)) {
      packedBlocks.addAndGet(more);
      packedBytes.addAndGet((long) more * slots.length(handle));
    }
  }

  /** Returns the number of packed blocks, including those of files being collected. */
  public long packedBlocks() {
    return packedBlocks.get();
  }

  /** Returns the bytes of the packed blocks, as they are stored. */
  public long packedBytes() {
    return packedBytes.get();
  }

  /** Removes a slot that the caller evicted from its file. Allocates nothing. */
  public void unlink(FileBlocks file, int handle) {
    int length = slots.length(handle);
    countPacked(handle, -1);
    switch (file.unlink(slots, handle, length)) {
      case FROM_RETIRED -> {}
      case LAST_OF_RETIRED -> byId.remove(file.key(), file);
      case FROM_OPEN -> uncount(file, 1, length);
      case LAST_OF_OPEN -> {
        uncount(file, 1, length);
        removeOpen(file);
      }
    }
  }

  /** Removes a file that was retired because it has no blocks. */
  private void removeOpen(FileBlocks file) {
    journal.closed(file.record());
    byName.remove(file.name(), file);
    byId.remove(file.key(), file);
  }

  /**
   * Closes a file to lookups and to blocks in flight.
   *
   * @return the file, whose slots the caller must evict, or null if none of that name is open
   */
  public @Nullable FileBlocks retire(String name) {
    FileBlocks file = byName.remove(name);
    if (file == null) {
      return null;
    }
    FileBlocks.Retired held = file.retire();
    if (held.now()) {
      journal.closed(file.record());
      uncount(file, held.blocks(), held.bytes());
    }
    removeIfDone(file);
    return file;
  }

  private void count(FileBlocks file, int moreBlocks, long moreBytes) {
    file.addToExcesses(moreBytes);
    blocks.addAndGet(moreBlocks);
    bytes.addAndGet(moreBytes);
  }

  private void uncount(FileBlocks file, int fewerBlocks, long fewerBytes) {
    count(file, -fewerBlocks, -fewerBytes);
  }

  // ---- quotas

  /** Returns whether any group of files has a quota. */
  public boolean hasQuotas() {
    return !excesses.isEmpty();
  }

  /**
   * Replaces all quotas. The usage of the groups is counted again; blocks that are inserted or
   * evicted meanwhile may be counted twice or not at all, until the next call.
   */
  public void setQuotas(Collection<FileQuota> quotas) {
    Map<String, AtomicLong[]> next = new HashMap<>();
    for (FileQuota quota : quotas) {
      AtomicLong excess = new AtomicLong(-quota.bytes());
      quota.files().forEach(name -> next.merge(name, new AtomicLong[] {excess}, FileTable::both));
    }
    excesses = next;
    for (FileBlocks file : byName.values()) {
      file.setExcesses(next.getOrDefault(file.name(), FileBlocks.NO_QUOTA));
      file.addToExcesses(file.bytes());
    }
  }

  private static AtomicLong[] both(AtomicLong[] one, AtomicLong[] other) {
    AtomicLong[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private void removeIfDone(FileBlocks file) {
    if (file.isRetired() && file.isEmpty()) {
      byId.remove(file.key(), file);
    }
  }
}
