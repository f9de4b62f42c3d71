package io.strata.flash.index;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Maps the names of files that have blocks to numbers, so that an index entry holds a number and no
 * name. A name is removed with the last block of its file; then the number is given to another file
 * ({@link FlashFile} explains why that is safe). Thread-safe.
 *
 * <p>A file is in {@code names} while it is live. It is added by an atomic operation, and removed
 * by the thread that retired it or by one that finds it retired. Numbers are allocated and freed
 * under a lock, which is held for a few writes, or for a copy of the table when that grows.
 *
 * <p>A file whose blocks were restored after a restart may be deleted by now. Restored files that
 * were not requested yet can be listed.
 */
public final class FileNumbers {
  /** No file has this number. */
  static final int NONE = 0;

  /** The minimum capacity, whatever the number of blocks. */
  static final int MIN_FILES = 1 << 16;

  /** Above the minimum, the capacity is one file per this many blocks. */
  static final int BLOCKS_PER_FILE = 48;

  /**
   * Heap per file with a name of {@link #NAME_CHARS} characters: the name, the object, its node in
   * the map, and its slots in the tables, which double as they grow.
   */
  static final int HEAP_BYTES_PER_FILE = 288;

  /** The usual length of a name. */
  static final int NAME_CHARS = 64;

  private static final int FIRST_NUMBERS = 1_024;

  private final int max;
  private final ConcurrentHashMap<String, FlashFile> names = new ConcurrentHashMap<>();
  private final Object lock = new Object();

  /**
   * Files by number. Written under the lock; an element is read by a thread that found its number
   * in use.
   */
  private volatile @Nullable FlashFile[] files = new FlashFile[FIRST_NUMBERS];

  /** Free numbers; guarded by the lock, as are the next two fields. */
  private int[] free = new int[FIRST_NUMBERS];

  private int freeCount;
  private int last;

  /**
   * @param max the maximum number of files at a time
   */
  FileNumbers(int max) {
    this.max = max;
  }

  /** Returns the maximum number of files for an index of this many blocks. */
  static int maxFiles(long blocks) {
    return (int) Math.min(1 << 30, Math.max(MIN_FILES, blocks / BLOCKS_PER_FILE));
  }

  /**
   * Returns the maximum heap of the files of an index of this many blocks, with names of usual
   * length.
   */
  static long heapBytes(long blocks) {
    return (long) HEAP_BYTES_PER_FILE * maxFiles(blocks);
  }

  /** Returns a file and records that it was requested; null if it has no blocks. */
  public @Nullable FlashFile find(String name) {
    FlashFile file = names.get(name);
    if (file != null) {
      file.setRequested();
    }
    return file;
  }

  /** Returns a file as {@link #find}, without recording a request. */
  public @Nullable FlashFile peek(String name) {
    return names.get(name);
  }

  /**
   * Returns a file that blocks can be added to, and records that it was requested. The caller has a
   * reference, which it must end by {@link FlashFile#release}.
   *
   * @return null if there are too many files
   */
  public @Nullable FlashFile acquire(String name) {
    FlashFile file = acquireRestored(name);
    if (file != null) {
      file.setRequested();
    }
    return file;
  }

  /** Returns a file as {@link #acquire}, without recording a request. */
  public @Nullable FlashFile acquireRestored(String name) {
    while (true) {
      FlashFile present = names.get(name);
      if (present == null) {
        FlashFile made = make(name);
        present = made == null ? null : names.putIfAbsent(name, made);
        if (present == null) {
          return made;
        }
        giveBack(Objects.requireNonNull(made).number());
      }
      if (present.retain()) {
        return present;
      }
      names.remove(name, present);
    }
  }

  private @Nullable FlashFile make(String name) {
    synchronized (lock) {
      if (freeCount == 0 && last == max) {
        return null;
      }
      int number = freeCount > 0 ? free[--freeCount] : ++last;
      if (number == files.length) {
        files = Arrays.copyOf(files, 2 * number);
      }
      FlashFile file = new FlashFile(this, name, number);
      files[number] = file;
      return file;
    }
  }

  private void giveBack(int number) {
    synchronized (lock) {
      files[number] = null;
      if (freeCount == free.length) {
        free = Arrays.copyOf(free, 2 * freeCount);
      }
      free[freeCount++] = number;
    }
  }

  /** Removes a file that has no blocks and no references left. */
  void ended(FlashFile file) {
    names.remove(file.name(), file);
    giveBack(file.number());
  }

  /**
   * Retires a file, so that lookups of its blocks fail from now on.
   *
   * @return the file with a reference that the caller must release; null if it had no blocks
   */
  @Nullable FlashFile retire(String name) {
    FlashFile file = names.get(name);
    if (file == null || !file.retire()) {
      return null;
    }
    names.remove(name, file);
    return file;
  }

  /** Returns the file of an entry. The caller keeps the entry from being removed. */
  FlashFile of(int number) {
    return Objects.requireNonNull(files[number]);
  }

  /** Returns the names of files that were restored and not requested since. */
  public Set<String> unrequested() {
    Set<String> unrequested = new HashSet<>();
    names.forEach(
        (name, file) -> {
          if (!file.isRequested()) {
            unrequested.add(name);
          }
        });
    return unrequested;
  }

  /** Returns the number of files that have blocks. */
  public int count() {
    return names.size();
  }

  /**
   * Returns the count of numbers in use, including those of retired files that still have blocks.
   */
  int numbersInUse() {
    synchronized (lock) {
      return last - freeCount;
    }
  }

  /** Returns the names of all files at about this moment. */
  public Set<String> names() {
    return Set.copyOf(names.keySet());
  }

  /**
   * Checks that each name has blocks. Call it while the store is idle.
   *
   * @param blocks of all files
   * @param wrong receives one sentence for each inconsistency
   */
  void audit(long blocks, List<String> wrong) {
    long held = 0;
    for (FlashFile each : names.values()) {
      long own = each.usage().blocks();
      held += own;
      if (own == 0 || each.isGone()) {
        wrong.add("The file " + each.name() + " is listed but has no blocks.");
      }
    }
    if (held != blocks || numbersInUse() != names.size()) {
      wrong.add(
          "%d files have %d blocks of %d, and %d numbers are in use."
              .formatted(names.size(), held, blocks, numbersInUse()));
    }
  }
}
