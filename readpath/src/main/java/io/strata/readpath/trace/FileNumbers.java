package io.strata.readpath.trace;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Gives a number to each file that is asked for, so that a record need not hold its name. Numbers
 * begin at 0 and do not come back: a file that was forgotten gets another one. Makes no garbage but
 * for a new file. Thread-safe.
 *
 * <p>A number is put beside its name before anybody can get it, so that whoever has one finds the
 * name, unless the file was forgotten meanwhile.
 */
final class FileNumbers {
  /** There is no number left for a file: too many have one, or too many have had one. */
  static final int NONE = -1;

  private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, String> names = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private final int most;

  /**
   * @param most how many files may have a number at a time, but for a few that come together
   */
  FileNumbers(int most) {
    this.most = most;
  }

  /** The file's number, or {@link #NONE} when too many have one. */
  int of(String file) {
    Integer number = numbers.get(file);
    return number != null ? number : add(file);
  }

  private int add(String file) {
    if (numbers.size() >= most || next.get() >= PackedRecord.FILES - most) {
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

  /** The name of the file with that number, or null when it was forgotten. */
  @Nullable String name(int number) {
    return names.get(number);
  }

  /** Takes the number from its file. */
  void forget(int number) {
    String file = names.remove(number);
    if (file != null) {
      numbers.remove(file, number);
    }
  }
}
