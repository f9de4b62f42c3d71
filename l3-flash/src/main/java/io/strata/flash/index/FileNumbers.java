package io.strata.flash.index;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that have blocks, by name and by number, so that an entry of the index need not hold a
 * name. A name goes with the last block of its file, and the number is given to another file then
 * ({@link FlashFile} says why that is safe). Thread-safe.
 *
 * <p>A file is in {@code names} until it is gone: it is put there by an atomic operation, when it
 * is live, and removed by whoever made it gone, or by whoever finds it there. Numbers are given and
 * taken back under a lock that is held for a few writes, and for a copy of the table when that
 * grows.
 *
 * <p>A file whose blocks were restored after a restart may not exist any more. Restored files that
 * were not asked for yet can be listed.
 */
public final class FileNumbers {
  /** No file has this number. */
  static final int NONE = 0;

  /** An index takes as many files whatever its blocks. */
  static final int MIN_FILES = 1 << 16;

  /** Beyond that, one for so many blocks. */
  static final int BLOCKS_OF_FILE = 48;

  /**
   * Heap for a file whose name has {@link #NAME_CHARS} characters: the name, the object, its node
   * in the map, and its places in the tables, which double as they grow.
   */
  static final int HEAP_BYTES_OF_FILE = 288;

  /** Of a usual name. */
  static final int NAME_CHARS = 64;

  private static final int FIRST_NUMBERS = 1_024;

  private final int max;
  private final ConcurrentHashMap<String, FlashFile> names = new ConcurrentHashMap<>();
  private final Object lock = new Object();

  /** By number. Written under the lock; an element is read by whoever found its number in use. */
  private volatile @Nullable FlashFile[] files = new FlashFile[FIRST_NUMBERS];

  /** Numbers that were given back, guarded by the lock, as are the next two. */
  private int[] free = new int[FIRST_NUMBERS];

  private int freeCount;
  private int last;

  /**
   * @param max files at a time
   */
  FileNumbers(int max) {
    this.max = max;
  }

  /** How many files an index of so many blocks has at most. */
  static int maxFiles(long blocks) {
    return (int) Math.min(1 << 30, Math.max(MIN_FILES, blocks / BLOCKS_OF_FILE));
  }

  /** Heap that the files of an index of so many blocks take at most, with names of usual length. */
  static long heapBytes(long blocks) {
    return (long) HEAP_BYTES_OF_FILE * maxFiles(blocks);
  }

  /** The file, which is asked for by that, or null when it has no blocks. */
  public @Nullable FlashFile find(String name) {
    FlashFile file = names.get(name);
    if (file != null) {
      file.ask();
    }
    return file;
  }

  /** As {@link #find}, of a file that is not asked for by that. */
  public @Nullable FlashFile look(String name) {
    return names.get(name);
  }

  /**
   * The file, with a use of it that the caller must end by {@link FlashFile#leave}: so it can have
   * blocks added. It is asked for by that.
   *
   * @return null when there are too many files
   */
  public @Nullable FlashFile enter(String name) {
    FlashFile file = restore(name);
    if (file != null) {
      file.ask();
    }
    return file;
  }

  /** As {@link #enter}, of a file that is not asked for by that. */
  public @Nullable FlashFile restore(String name) {
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
      if (present.use()) {
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

  /** A file has neither blocks nor uses any more. */
  void ended(FlashFile file) {
    names.remove(file.name(), file);
    giveBack(file.number());
  }

  /**
   * Takes a file's name away, so that nothing is found of it from now on.
   *
   * @return the file, with a use that the caller must end; null when it had no blocks
   */
  @Nullable FlashFile forget(String name) {
    FlashFile file = names.get(name);
    if (file == null || !file.forget()) {
      return null;
    }
    names.remove(name, file);
    return file;
  }

  /** The file of an entry, by whoever keeps the entry from being removed. */
  FlashFile of(int number) {
    return Objects.requireNonNull(files[number]);
  }

  /** Files that were restored and not asked for since. */
  public Set<String> unasked() {
    Set<String> unasked = new HashSet<>();
    names.forEach(
        (name, file) -> {
          if (!file.isAsked()) {
            unasked.add(name);
          }
        });
    return unasked;
  }

  /** Files that have blocks. */
  public int count() {
    return names.size();
  }

  /** Numbers that are in use, those of files included that are gone and have blocks yet. */
  int numbersInUse() {
    synchronized (lock) {
      return last - freeCount;
    }
  }

  /** The names of all, as they are at about this moment. */
  public Set<String> names() {
    return Set.copyOf(names.keySet());
  }

  /**
   * Looks, while nothing happens, whether each name has blocks.
   *
   * @param blocks of all files
   * @param wrong gets a sentence for each thing that is not as it should be
   */
  void audit(long blocks, List<String> wrong) {
    long held = 0;
    for (FlashFile each : names.values()) {
      long own = each.held().blocks();
      held += own;
      if (own == 0 || each.isGone()) {
        wrong.add("The file " + each.name() + " is known and has no blocks.");
      }
    }
    if (held != blocks || numbersInUse() != names.size()) {
      wrong.add(
          "%d files have %d blocks of %d, and %d numbers are in use."
              .formatted(names.size(), held, blocks, numbersInUse()));
    }
  }
}
