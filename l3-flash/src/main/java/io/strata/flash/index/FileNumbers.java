package io.strata.flash.index;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A number for each file that has blocks, so that an entry of the index need not hold its name.
 * Numbers are not given twice: to forget a file is to lose all its blocks at once, wherever they
 * lie, and when the file comes back it begins anew. Thread-safe.
 *
 * <p>A file whose blocks were restored after a restart may be gone by now, and then nobody will
 * ever ask for it. Those that nobody has asked for yet can be listed.
 */
public final class FileNumbers {
  /** No file has this number. */
  public static final int NONE = 0;

  private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();
  private final Set<Integer> current = ConcurrentHashMap.newKeySet();
  private final Set<String> unasked = ConcurrentHashMap.newKeySet();

  /** The file's number, or {@link #NONE}. */
  public int find(String file) {
    Integer number = numbers.get(file);
    if (number == null) {
      return NONE;
    }
    asked(file);
    return number;
  }

  /** As {@link #find}, of a file that is not asked for by that. */
  public int look(String file) {
    return numbers.getOrDefault(file, NONE);
  }

  private void asked(String file) {
    if (!unasked.isEmpty()) {
      unasked.remove(file);
    }
  }

  /** The file's number, which it gets if it has none. */
  public int enter(String file) {
    asked(file);
    return numberOf(file);
  }

  private int numberOf(String file) {
    Integer number = numbers.get(file);
    return number != null ? number : numbers.computeIfAbsent(file, any -> next());
  }

  private int next() {
    int number = last.incrementAndGet();
    current.add(number);
    return number;
  }

  /** Whether a file has this number, and was not forgotten since. */
  public boolean isCurrent(int number) {
    return current.contains(number);
  }

  /** As {@link #enter}, of a file that is not asked for by that. */
  public int restore(String file) {
    if (!numbers.containsKey(file)) {
      unasked.add(file);
    }
    return numberOf(file);
  }

  /** Files that were restored and not asked for since. */
  public Set<String> unasked() {
    return Set.copyOf(unasked);
  }

  /** Takes the number from the file; says whether it had one. */
  public boolean forget(String file) {
    asked(file);
    Integer number = numbers.remove(file);
    if (number == null) {
      return false;
    }
    current.remove(number);
    return true;
  }

  /** Files that have a number. */
  public int count() {
    return numbers.size();
  }

  /** All that have one, with their numbers, as they are at about this moment. */
  public Map<String, Integer> all() {
    return Map.copyOf(numbers);
  }
}
