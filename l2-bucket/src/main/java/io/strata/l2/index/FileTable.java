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
 * The files that have blocks, by name and by id, and the sums over them. Thread-safe.
 *
 * <p>An open file is in both maps. Retiring takes it from the names at once, so that look-ups fail
 * at once; it stays among the ids until its last slot is unlinked.
 */
public final class FileTable {
  /**
   * The most heap that a file takes while it has blocks, in bytes, on a 64-bit JVM with compressed
   * pointers: its {@link FileBlocks}, its places in the two maps, and a name of 32 letters.
   */
  public static final int HEAP_BYTES_PER_FILE = 320;

  /** A store takes as many files whatever its size. */
  static final int MIN_FILES = 1 << 16;

  /** Beyond that, one for so many bytes of the store. */
  static final int BYTES_OF_FILE = 1 << 20;

  private final SlotTable slots;
  private final ConcurrentHashMap<String, FileBlocks> byName = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, FileBlocks> byId = new ConcurrentHashMap<>();
  private final FileJournal journal;
  private final AtomicLong ids;

  /** Not adders, which take heap when threads meet. */
  private final AtomicLong blocks = new AtomicLong();

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong packedBlocks = new AtomicLong();
  private final AtomicLong packedBytes = new AtomicLong();

  /** By the names of files, by how much the groups that a file is in are over their quotas. */
  private volatile Map<String, AtomicLong[]> excesses = Map.of();

  /** Files of memory that ends with the process. */
  public FileTable(SlotTable slots) {
    this(slots, FileJournal.NONE, 0);
  }

  /**
   * @param lastNumber the highest {@link #number} of a file that ever had blocks in the memory
   */
  public FileTable(SlotTable slots, FileJournal journal, long lastNumber) {
    this.slots = slots;
    this.journal = journal;
    this.ids = new AtomicLong(lastNumber);
  }

  /** The part of a file's id that no other file's has. */
  public static long number(long id) {
    return id >>> Integer.SIZE;
  }

  /**
   * Opens a file that was written down, before anyone else asks for it. It stays open without
   * blocks until {@link #leave}, once.
   *
   * @param place where it is written down
   * @param note what was said of it
   * @return the file; or null when there is one of that name
   */
  public @Nullable FileBlocks restore(long id, String name, int place, String note) {
    FileBlocks file = new FileBlocks(id, name);
    file.setRecord(place);
    file.setNote(note);
    if (byName.putIfAbsent(name, file) != null) {
      return null;
    }
    byId.put(file.key(), file);
    file.hold();
    return file;
  }

  /** The open file of that name, or null. */
  public @Nullable FileBlocks find(String name) {
    return byName.get(name);
  }

  /** The file of that id, or null when it has no slot any more. */
  public @Nullable FileBlocks find(long id) {
    return byId.get(id);
  }

  /** The open files. */
  public Collection<FileBlocks> files() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** All files that are known, those included whose last slots are being collected. */
  Collection<FileBlocks> allFiles() {
    return Collections.unmodifiableCollection(byId.values());
  }

  /** Blocks of open files. */
  public long blocks() {
    return blocks.get();
  }

  /** Bytes of the blocks of open files. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns how many files with blocks a store of so many bytes takes. */
  public static long maxFiles(long bytes) {
    return Math.max(MIN_FILES, bytes / BYTES_OF_FILE);
  }

  /** Returns how the heap that files take is bounded. */
  public static String heapRule() {
    return "%d bytes for each file with blocks in the off-heap tier, at most one for every %d MB of it or %,d"
        .formatted(HEAP_BYTES_PER_FILE, BYTES_OF_FILE >> 20, MIN_FILES);
  }

  /**
   * Returns whether a block of that file may be inserted: a file that has none is one more. When
   * threads insert the first blocks of several files at once, each may be let in as the last.
   *
   * @param max files at a time, those included whose last slots are being collected
   */
  public boolean accepts(String name, long max) {
    return byId.mappingCount() < max || byName.containsKey(name);
  }

  /** The open file of that name, made if there is none; {@link #leave} must follow. */
  public FileBlocks enter(String name) {
    while (true) {
      FileBlocks file = byName.computeIfAbsent(name, this::open);
      if (file.enter()) {
        return file;
      }
      // Retired between the two calls; whoever did that also takes it from the map.
      byName.remove(name, file);
    }
  }

  private FileBlocks open(String name) {
    // The lower half is the same whenever the file has blocks: what policies know it by.
    long id = ids.incrementAndGet() << Integer.SIZE | (name.hashCode() & 0xFFFFFFFFL);
    FileBlocks file = new FileBlocks(id, name);
    file.setExcesses(excesses.getOrDefault(name, FileBlocks.NO_QUOTA));
    file.setRecord(journal.opened(id, name));
    byId.put(file.key(), file);
    return file;
  }

  /** Says something of a file, which is kept with its blocks: no longer than these. */
  public void note(FileBlocks file, String text) {
    if (!file.note().equals(text)) {
      file.setNote(text);
      journal.noted(file.record(), file.id(), text);
    }
  }

  /** Ends what {@link #enter} began. */
  public void leave(FileBlocks file) {
    if (file.leave()) {
      forgetOpen(file);
    } else {
      forgetIfDone(file);
    }
  }

  /** Adds a slot that the caller fills to its file; says false when the file is retired. */
  public boolean link(FileBlocks file, int handle) {
    int length = slots.length(handle);
    if (!file.link(slots, handle, length)) {
      return false;
    }
    file.addToExcesses(length);
    blocks.incrementAndGet();
    bytes.addAndGet(length);
    countPacked(handle, 1);
    return true;
  }

  /**
   * Makes a copy of a block visible in the place of the block, as long as that is visible and its
   * file open. The caller pins both.
   *
   * @param visible the copy's meta word from now on, with the caller's pin
   * @return whether it did
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

  /** Packed blocks in slots, those of files included whose slots are being collected. */
  public long packedBlocks() {
    return packedBlocks.get();
  }

  /** Bytes of these, as they are stored. */
  public long packedBytes() {
    return packedBytes.get();
  }

  /** Takes a slot that the caller evicted from its file. Allocates nothing. */
  public void unlink(FileBlocks file, int handle) {
    int length = slots.length(handle);
    countPacked(handle, -1);
    switch (file.unlink(slots, handle, length)) {
      case FROM_RETIRED -> {}
      case LAST_OF_RETIRED -> byId.remove(file.key(), file);
      case FROM_OPEN -> uncount(file, 1, length);
      case LAST_OF_OPEN -> {
        uncount(file, 1, length);
        forgetOpen(file);
      }
    }
  }

  /** Of a file that is retired because it has no block. */
  private void forgetOpen(FileBlocks file) {
    journal.closed(file.record());
    byName.remove(file.name(), file);
    byId.remove(file.key(), file);
  }

  /**
   * Closes a file to look-ups and to blocks on their way.
   *
   * @return the file, whose slots are now the caller's to evict, or null when there is none open
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
    forgetIfDone(file);
    return file;
  }

  private void uncount(FileBlocks file, int fewerBlocks, long fewerBytes) {
    file.addToExcesses(-fewerBytes);
    blocks.addAndGet(-fewerBlocks);
    bytes.addAndGet(-fewerBytes);
  }

  // ---- quotas

  /** Whether any group of files has a quota. */
  public boolean hasQuotas() {
    return !excesses.isEmpty();
  }

  /**
   * Replaces all quotas. What groups have is counted anew; of blocks that come or go meanwhile,
   * some may be counted twice or not at all, until this is called again.
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

  private void forgetIfDone(FileBlocks file) {
    if (file.isRetired() && file.isEmpty()) {
      byId.remove(file.key(), file);
    }
  }
}
