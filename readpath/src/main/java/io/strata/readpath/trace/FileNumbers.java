package io.strata.readpath.trace;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Numbers files, so that a record need not hold a name. Numbers begin at 0 and are not reused: a
 * file that was removed gets a new one. Allocates only for a new file. Thread-safe.
 *
 * <p>The name of a number is stored before the number is published, so a thread that has a number
 * finds the name, unless the file was removed meanwhile.
 */
final class FileNumbers {
  /** Returned if there is no number left: too many files have one, or all were used. */
  static final int NONE = -1;

  private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, String> names = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private final int max;

  /**
   * @param max maximum number of files with a number at a time; concurrent calls may exceed it by a
   *     few
   */
  FileNumbers(int max) {
    this.max = max;
  }

  /** Returns the file's number, or {@link #NONE} if there is none left. */
  int of(String file) {
    Integer number = numbers.get(file);
    return number != null ? number : add(file);
  }

  private int add(String file) {
    if (numbers.size() >= max || next.get() >= PackedRecord.FILES - max) {
      return NONE;
    }
    Integer mine = next.getAndIncrement();
    names.put(mine, file);
    Integer before = numbers.putIfAbsent(file, mine);
    if (before == null) {
      return mine;
    }
    names.remove(mine);
    return before;
  }

  /** Returns the name of the file with this number, or null if it was removed. */
  @Nullable String name(int number) {
    return names.get(number);
  }

  /** Removes a file by its number. */
  void remove(int number) {
    String file = names.remove(number);
    if (file != null) {
      numbers.remove(file, number);
    }
  }
}
